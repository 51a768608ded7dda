import type { SubmissionResult } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import type { Change } from '../audit/audit.server'
import { ChangeList } from '../audit/change-list'
import { useReply } from './posted-form'

/** A refused form, and what was saved at the desk since it was made. */
export interface Refused {
  reply: SubmissionResult | undefined
  since: readonly Change[]
}

/** Returns the page's refused form, and what was saved since. */
export function useRefused(): Refused {
  const answer = useActionData<{ since?: Change[] }>()
  return { reply: useReply(), since: answer?.since ?? [] }
}

interface UnsavedProps extends Refused {
  /** Whether the form is still on the page. Then only a refusal is shown, since invalid fields keep their values. */
  isOpen: boolean
  /** The words on the button that was pressed. */
  pressed: string | undefined
  /** The labels of the form's text fields, by name. */
  labels: Record<string, string>
}

/** What somebody typed and pressed in a form that was refused, as text, beside what was saved meanwhile. */
export function Unsaved({ reply, since, isOpen, pressed, labels }: UnsavedProps) {
  if (!reply || (isOpen && !reply.error?.[''])) return null
  return (
    <div className="desk-columns">
      {since.length > 0 ? (
        <section className="stack">
          <h2>Saved meanwhile</h2>
          <ChangeList changes={since} />
        </section>
      ) : null}
      <section className="stack">
        <h2>Yours, not saved</h2>
        <dl className="desk-unsaved">
          {pressed ? (
            <div>
              <dt>Button</dt> <dd>{pressed}</dd>
            </div>
          ) : null}
          {Object.entries(labels).map(([name, label]) => (
            <Typed key={name} label={label} text={reply.initialValue?.[name]} />
          ))}
        </dl>
      </section>
    </div>
  )
}

function Typed({ label, text }: { label: string; text: unknown }) {
  if (typeof text !== 'string' || text === '') return null
  return (
    <div>
      <dt>{label}</dt> <dd {...freeText(text)}>{text}</dd>
    </div>
  )
}
