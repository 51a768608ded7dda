import type { SubmissionResult } from '@conform-to/react'
import { useActionData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import type { Change } from '../audit/audit.server'
import { ChangeList } from '../audit/change-list'
import { Table } from '../list/table'
import { useReply } from './posted-form'

/** A field of a form: what was typed, and what is stored now. */
interface ComparedField {
  label: string
  typed: string
  now: string
}

export function isOutdated(reply: SubmissionResult | undefined, version: number): boolean {
  return reply !== undefined && reply.initialValue?.version !== String(version)
}

/** Returns a text of a refused form; an empty field is missing in it. */
export function typedText(reply: SubmissionResult | undefined, name: string): string {
  const value = reply?.initialValue?.[name]
  return typeof value === 'string' ? value : ''
}

/** Returns whether a box is ticked: as in a refused form, or as it is stored. */
export function isTicked(reply: SubmissionResult | undefined, name: string, stored: boolean): boolean {
  return reply ? reply.initialValue?.[name] === 'on' : stored
}

/** What somebody else has saved meanwhile beside what was typed, for the fields that differ. */
export function SideBySide({ fields }: { fields: readonly ComparedField[] }) {
  const different = fields.filter(({ typed, now }) => typed.trim() !== now.trim())
  if (different.length === 0) return null
  return (
    <Table
      name="Both versions"
      rows={different}
      columns={{
        Field: ({ label }) => label,
        'Saved by somebody else': ({ now }) => <span dir="auto">{now || '–'}</span>,
        'Typed by you': ({ typed }) => <span dir="auto">{typed || '–'}</span>,
      }}
      hasHeads
      look="desk-versions"
    />
  )
}

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
