import type { SubmissionResult } from '@conform-to/react'
import { Table } from './table'

/** A field of a form: what was typed, and what is stored now. */
export interface ComparedField {
  label: string
  typed: string
  now: string
}

/** Returns whether a refused form was made from an older version than the one that is stored now. */
export function isOutdated(reply: SubmissionResult | undefined, version: number): boolean {
  return reply !== undefined && reply.initialValue?.version !== String(version)
}

/** Returns a text of a refused form; an empty field is missing in it. */
export function typedText(reply: SubmissionResult | undefined, name: string): string {
  const value = reply?.initialValue?.[name]
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
}

/** Returns the stored value for a new form; '' for a refused one, since a field that is missing in it was emptied. */
export function storedUnlessRefused(reply: SubmissionResult | undefined, stored: string | number | null): string {
  return reply ? '' : String(stored ?? '')
}

/** What somebody else has saved meanwhile beside what was typed, for the fields that differ. */
export function SideBySide({ fields }: { fields: readonly ComparedField[] }) {
  const different = fields.filter(({ typed, now }) => typed.trim() !== now.trim())
  if (different.length === 0) return null
  return (
    <Table
      name="Both versions"
      columns={['Field', 'Saved by somebody else', 'Typed by you']}
      className="desk-table desk-versions"
    >
      {different.map(({ label, typed, now }) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          <td dir="auto">{now || '–'}</td>
          <td dir="auto">{typed || '–'}</td>
        </tr>
      ))}
    </Table>
  )
}
