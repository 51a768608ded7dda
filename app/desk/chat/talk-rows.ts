import { z } from 'zod'
import { MODES } from '~/chat/chat'
import { messageSchema } from '~/chat/chat-rows'
import { orderRowSchema } from '../orders/order-rows'

/** How many messages a page of a conversation has at most (database function `desk_conversation`). */
export const MESSAGES_PER_PAGE = 100

export const talkSchema = z.object({
  id: z.guid(),
  title: z.string(),
  mode: z.enum(MODES),
  status: z.enum(['open', 'closed']),
  version: z.number(),
  /** Since when the shopper has been waiting; null when nobody has to answer. */
  waiting_since: z.string().nullable(),
  last_message_time: z.string(),
  /** The shopper's ID. */
  shopper: z.guid(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  assignee: z.guid().nullable(),
  assignee_email: z.string().nullable(),
  /** The beginning of the last message that a person wrote. */
  excerpt: z.string().nullable(),
})
/** A conversation in a list of the desk. */
export type Talk = z.infer<typeof talkSchema>

export const talkListSchema = z.object({ rows: z.array(talkSchema), total: z.number() })

/** Who at the desk wrote a message; null for shoppers and the shop, and for replies from Studio. */
const byline = z.object({ by: z.string().nullable() })

export const talkNewsSchema = talkSchema.extend({
  /** The number of the order that it is about. */
  about: z.string().nullable(),
  messages: z.array(z.intersection(messageSchema, byline)),
})
/** A conversation with its messages after a position. */
export type TalkNews = z.infer<typeof talkNewsSchema>

export const wholeTalkSchema = talkNewsSchema.extend({ orders: z.array(orderRowSchema) })
/** A conversation with its messages and its shopper's latest orders. */
export type WholeTalk = z.infer<typeof wholeTalkSchema>
export type DeskMessageRow = WholeTalk['messages'][number]

export const colleaguesSchema = z.array(z.object({ id: z.guid(), email: z.string() }))
export type Colleague = z.infer<typeof colleaguesSchema>[number]
