import { freeText } from '~/ui/free-text'

/** What the shopper asked of the rider; nothing for an order without a note. */
export function DeliveryNote({ note }: { note: string | null }) {
  return note ? (
    <div>
      <h3>Delivery note</h3>
      <p className="note-text" {...freeText(note)}>
        {note}
      </p>
    </div>
  ) : null
}
