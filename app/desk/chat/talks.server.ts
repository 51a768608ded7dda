import { z } from 'zod'
import { linkAttachment } from '~/chat/attachments.server'
import { MODES } from '~/chat/chat'
import { messageSchema } from '~/chat/chat-rows'
import { formatPhone } from '~/phone/phone'
import { type Desk, read } from '../desk.server'
import { ids, maybeTexts, numbers, pageOf, texts } from '../rows'
import { orderRowSchema } from '../orders/orders.server'
import type { TalkFilter } from './talk-filters'

/** How many messages a page of a conversation has at most (database function `desk_conversation`). */
export const MESSAGES_PER_PAGE = 100

export const talkSchema = z.object({
  ...ids('id', 'shopper'),
  ...numbers('version'),
  ...texts('title', 'last_message_time', 'name'),
  ...maybeTexts('email', 'assignee', 'assignee_email'),
  /** As people write it: the page of a conversation runs in the browser too, which has no list of countries' numbers. */
  phone: z.string().transform(formatPhone).nullable(),
  mode: z.enum(MODES),
  status: z.enum(['open', 'closed']),
  /** Since when the shopper has been waiting; null when nobody has to answer. */
  waiting_since: z.string().nullable(),
  /** The beginning of the last message that a person wrote. */
  excerpt: z.string().nullable(),
})
export type Talk = z.infer<typeof talkSchema>

const talkListSchema = pageOf(talkSchema)

/** Who at the desk wrote a message; null for shoppers and the shop, and for replies from Studio. */
const byline = z.object({ by: z.string().nullable() })

const talkNewsSchema = talkSchema.extend({
  /** The number of the order that it is about. */
  about: z.string().nullable(),
  messages: z.array(z.intersection(messageSchema, byline)),
})
export type TalkNews = z.infer<typeof talkNewsSchema>

const wholeTalkSchema = talkNewsSchema.extend({ orders: z.array(orderRowSchema) })
/** A conversation with its messages and its shopper's latest orders. */
export type WholeTalk = z.infer<typeof wholeTalkSchema>
export type DeskMessageRow = WholeTalk['messages'][number]

const colleaguesSchema = z.array(z.object({ ...ids('id'), ...texts('email') }))
export type Colleague = z.infer<typeof colleaguesSchema>[number]

/** Returns a page of conversations: those that wait, longest first, or others, latest first. */
export const listTalks = ({ db }: Desk, filter: TalkFilter, page: number) =>
  read(db, 'desk_conversations', { filter, page }, talkListSchema)

/** Returns a conversation with its latest messages, or the latest before a position; null if there is none. */
export const readTalk = ({ db }: Desk, id: string, before: number | null) =>
  read(db, 'desk_conversation', { id, before }, wholeTalkSchema.nullable())

/** Returns a conversation with its messages after a position, at most 500; null if there is none. */
export const readTalkNews = ({ db }: Desk, id: string, after: number): Promise<TalkNews | null> =>
  read(db, 'desk_conversation_news', { id, after }, talkNewsSchema.nullable())

export const listColleagues = ({ db }: Desk) => read(db, 'desk_colleagues', {}, colleaguesSchema)

/** Returns a link to a message's file that expires after a minute; null if it has none. */
export async function signDeskAttachment({ db }: Desk, message: string): Promise<string | null> {
  const path = await read(db, 'desk_attachment', { message }, z.string().nullable())
  return path === null ? null : linkAttachment(db, path)
}
