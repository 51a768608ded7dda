import { z } from 'zod'
import type { Result } from '~/platform/result'
import { change, type Desk, read } from '../database.server'

export const MESSAGES_PER_PAGE = 50

const listSchema = z.object({
  total: z.number(),
  rows: z.array(
    z.object({
      id: z.guid(),
      version: z.number(),
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      subject: z.string().nullable(),
      message: z.string(),
      created_at: z.string(),
      answered_at: z.string().nullable(),
      answer_note: z.string().nullable(),
      /** Orders that it names, and the latest of the same e-mail. */
      orders: z.array(z.object({ order_id: z.string(), is_same_email: z.boolean() })),
    }),
  ),
})
/** A message of the contact form. */
export type ContactMessage = z.infer<typeof listSchema>['rows'][number]

/** Which messages to list; `search` is a part of the name, e-mail, phone, subject or text, empty for all. */
export interface MessageFilter {
  isAnswered: boolean
  search: string
}

/** Returns a page of messages: open ones, the oldest first, or those answered last. */
export function listContactMessages(
  { db }: Desk,
  { isAnswered, search }: MessageFilter,
  page: number,
): Promise<{ rows: ContactMessage[]; total: number }> {
  const parameters = { p_is_answered: isAnswered, p_search: search || undefined, p_page: page }
  return read(db, 'desk_contact', parameters, listSchema)
}

/** Marks a message as answered, with an optional note, or as open again. Refuses in words for the operator. */
export function markAnswered(
  { db }: Desk,
  { id, version, note }: { id: string; version: number; note?: string },
  isAnswered: boolean,
): Promise<Result<null, string>> {
  return change(db, 'desk_mark_contact', {
    p_id: id,
    p_version: version,
    p_is_answered: isAnswered,
    p_note: note,
  })
}
