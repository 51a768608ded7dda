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

/** Returns a link that opens the operator's mail program with an answer to a message of the contact form (RFC 6068). */
export function mailLink(email: string, subject: string | null): string {
  const answer = subject ? `Re: ${subject}` : 'Your message'
  // A `?` or `&` in an address would begin another header, such as bcc.
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(answer)}`
}
