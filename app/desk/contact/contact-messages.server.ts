import { z } from 'zod'
import { type Desk, read } from '../desk.server'
import { flags, ids, maybeTexts, numbers, pageOf, texts } from '../rows'

const listSchema = pageOf(
  z.object({
    ...ids('id'),
    ...numbers('version'),
    ...texts('name', 'email', 'message', 'created_at'),
    ...maybeTexts('phone', 'subject', 'answered_at', 'answer_note'),
    /** Orders that it names, and the latest of the same e-mail. */
    orders: z.array(z.object({ ...texts('order_id'), ...flags('is_same_email') })),
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
