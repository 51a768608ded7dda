import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { SubmissionResult } from '@conform-to/react'
import type { z } from 'zod'
import { cleanText } from '../text'
import { limitMessage } from '../rate-limits.server'

/** A form that was right, or the answer that says what was wrong with its values kept. */
export type ParsedForm<Value> =
  { ok: true; value: Value; reply: SubmissionResult } | { ok: false; reply: SubmissionResult }

/** A posted form under its room's schema. Fields the schema doesn't know are dropped; passwords are never sent back. */
export async function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): Promise<ParsedForm<z.output<Schema>>> {
  for (const [name, value] of form) {
    if (typeof value === 'string' && cleanText(value) !== value) form.set(name, cleanText(value))
  }
  const submission = parseWithZod(form, { schema })
  const reply = submission.reply({ hideFields: ['password', 'current', 'confirmation', 'proof'] })
  return submission.status === 'success' ? { ok: true, value: submission.value, reply } : { ok: false, reply }
}

/** The form as it goes back: its words, but no files, which a page can't carry. */
export function withoutFiles(form: { reply: SubmissionResult }): { reply: SubmissionResult } {
  const words = Object.entries(form.reply.initialValue ?? {}).filter(([, value]) => typeof value === 'string')
  return { reply: { ...form.reply, initialValue: Object.fromEntries(words) } }
}

/** Wrong input: 400 with the form as it was typed. */
export function invalid(form: { reply: SubmissionResult }, status = 400) {
  return data({ form: form.reply }, { status })
}

/** A form that came too often: 429, and how many seconds to wait. */
export function tooMany(form: { reply: SubmissionResult }, wait: number) {
  return refused(form, limitMessage(wait), 429, { 'Retry-After': String(wait) })
}

/** A form that was right but couldn't be done: its values kept, `message` above it. */
export function refused(form: { reply: SubmissionResult }, message: string, status: number, headers?: HeadersInit) {
  const error = { ...form.reply.error, '': [message] }
  return data({ form: { ...form.reply, status: 'error' as const, error } }, { status, headers })
}

/** Returns the handler that a form names by its `intent`, or null. What every object inherits, such as `constructor`, names none. */
export function dispatch<Handler>(intent: FormDataEntryValue | null, table: Record<string, Handler>): Handler | null {
  if (typeof intent !== 'string' || !Object.hasOwn(table, intent)) return null
  return table[intent] ?? null
}
