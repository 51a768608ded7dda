import { cutText } from '~/platform/text'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { Only } from '../areas'
import { momentWords } from '../dates'
import { EditForm } from '../form/edit-form'
import { area } from '../form/edit-fields'
import { useReply } from '../form/posted-form'
import { Panel } from '../panel'
import { noteSchema, removalSchema } from './note.schema'
import type { Note } from './note-actions.server'

export function Notes({ notes }: { notes: readonly Note[] }) {
  const refused = useShopForm('not-removed', removalSchema, useReply({}, ['remove_note']))
  return (
    <Panel id="notes" title="Private notes">
      <ErrorSummary form={refused} />
      <p className="muted small">
        Only the desk sees them. They go with the shopper’s account, or with the last order of a number.
      </p>
      <ul className="stack">
        {notes.map(({ id, text, author, is_own: isOwn, is_on_person: isOnPerson, made_at: at }) => (
          <li key={id}>
            <span className="desk-mail-text" dir="auto">
              {text}
            </span>
            <form method="post" className="muted small">
              {momentWords(at)}, {author}
              {isOnPerson ? ', on the shopper' : ''}{' '}
              {isOwn ? (
                <>
                  <input type="hidden" name="note" value={id} />
                  <button
                    className="link"
                    name="intent"
                    value="remove_note"
                    aria-label={`Remove the note: ${cutText(text, 40)}`}
                  >
                    Remove
                  </button>
                </>
              ) : null}
            </form>
          </li>
        ))}
      </ul>
      <Only areas={['orders', 'people']}>
        <EditForm
          id="note"
          name="A private note"
          look="plain"
          schema={noteSchema}
          intent="note"
          fields={[area('text', 'New note', undefined, 2)]}
          button="Add the note"
        />
      </Only>
    </Panel>
  )
}
