import { m } from '~/language/messages'
import { freeText } from '~/ui/free-text'

/** Renders the shopper's note to the rider, if any. */
export function DeliveryNote({ note }: { note: string | null }) {
  return note ? (
    <div>
      <h3>{m.orders_note()}</h3>
      <p className="note-text" {...freeText(note)}>
        {note}
      </p>
    </div>
  ) : null
}
