import type { SubmissionResult } from '@conform-to/react'
import { Table } from '../list/table'

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
      className="desk-table desk-versions"
    />
  )
}
