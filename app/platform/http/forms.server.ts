import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { parse, type SubmissionResult } from '@conform-to/react'
import type { z } from 'zod'
import { limitMessage } from '../rate-limits.server'
import { PASSWORD_FIELDS } from './post/read-body.server'

/** A parsed form: its value, or the reply with its errors and the submitted values. */
export type ParsedForm<Value> =
  | { ok: true; value: Value; reply: SubmissionResult }
  | { ok: false; reply: SubmissionResult }

/** Returns the texts of a posted form that a page may send back. */
export function textsOf(form: FormData): [name: string, value: string][] {
  return [...form].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !PASSWORD_FIELDS.includes(field[0]),
  )
}

/** Whether a form has a file. */
export function hasFiles(form: FormData): boolean {
  return [...form.values()].some((value) => typeof value !== 'string' && value.size > 0)
}

/** Parses a posted form. Fields that the schema doesn't know are dropped; passwords are never sent back. */
export async function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
): Promise<ParsedForm<z.output<Schema>>> {
  const submission = parseWithZod(form, { schema })
  const reply = submission.reply({ hideFields: [...PASSWORD_FIELDS] })
  return submission.status === 'success' ? { ok: true, value: submission.value, reply } : { ok: false, reply }
}

/** Returns a posted form as it is, so that a page can show it again without having checked it. */
export function unchecked(form: FormData): SubmissionResult {
  const { initialValue } = parse(form, { resolve: () => ({ error: {} }) }).reply()
  return { initialValue }
}

/** Removes files from a form's reply, since a page can't send them back. */
export function withoutFiles(form: { reply: SubmissionResult }): { reply: SubmissionResult } {
  const isFile = (value: unknown) => [value].flat().some((one) => one instanceof File)
  const texts = Object.entries(form.reply.initialValue ?? {}).filter(([, value]) => !isFile(value))
  return { reply: { ...form.reply, initialValue: Object.fromEntries(texts) } }
}

/** Returns the response for invalid input: 400 with the submitted values. */
export function invalid(form: { reply: SubmissionResult }, status = 400) {
  return data({ form: form.reply }, { status })
}

/** Returns the response for a rate-limited form: 429 with the seconds to wait. */
export function tooMany(form: { reply: SubmissionResult }, wait: number) {
  return refused(form, limitMessage(wait), 429, { 'Retry-After': String(wait) })
}

/** Returns the response for valid input that was refused: the submitted values, with `message` above the form. */
export function refused(form: { reply: SubmissionResult }, message: string, status: number, headers?: HeadersInit) {
  const error = { ...form.reply.error, '': [message] }
  return data({ form: { ...form.reply, status: 'error' as const, error } }, { status, headers })
}

/** Returns the handler for a form's `intent`, or null. Inherited properties, such as `constructor`, are no intents. */
export function dispatch<Handler>(intent: FormDataEntryValue | null, table: Record<string, Handler>): Handler | null {
  if (typeof intent !== 'string' || !Object.hasOwn(table, intent)) return null
  return table[intent] ?? null
}
