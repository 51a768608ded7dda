import { z } from 'zod'
import { type Desk, pageOf, read } from '../database.server'

const listSchema = pageOf(
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
)
export type ContactMessage = z.infer<typeof listSchema>['rows'][number]

/**
 * Returns a page of messages: open ones, the oldest first, or those answered last. `search` is a part of the name, e-mail, phone, subject
 * or text, empty for all.
 */
export function listContactMessages({ db }: Desk, isAnswered: boolean, search: string, page: number) {
  return read(db, 'desk_contact', { is_answered: isAnswered, search: search || undefined, page }, listSchema)
}
