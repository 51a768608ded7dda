import { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { signFile } from '~/platform/supabase/uploads.server'
import type { Conversation, Message, Mode } from './chat'
import { CONVERSATION, ConversationRow, MESSAGE, MessageRow, type Metadata } from './chat-rows'

/** How many conversations the list holds (document 2, section 7). */
const MOST_CONVERSATIONS = 10
/** How many conversations with something unread are counted. */
const MOST_COUNTED = 100
/** How many messages are read at once. */
export const MOST_MESSAGES = 500

/** Why nothing was written: the conversation isn't the shopper's, or they have as many open ones as the database allows. */
export type ConversationRefusal = 'no_such_conversation' | 'too_many_conversations'

/** The shopper's latest conversations, the liveliest first. */
export async function listConversations({ db, id }: Shopper): Promise<Conversation[]> {
  const { data, error } = await db
    .from('user_conversations')
    .select(CONVERSATION)
    .eq('created_by', id)
    .order('last_message_time', { ascending: false })
    .limit(MOST_CONVERSATIONS)
  if (error) throw new Error(`No conversations: ${error.message}`, { cause: error })
  return z.array(ConversationRow).parse(data)
}

/** How many answers the shopper hasn't seen, those of one conversation left out. */
export async function countUnread({ db, id }: Shopper, except: string | null): Promise<number> {
  let query = db.from('user_conversations').select('unread_count').eq('created_by', id).gt('unread_count', 0)
  if (except) query = query.neq('id', except)
  const { data, error } = await query.limit(MOST_COUNTED)
  if (error) throw new Error(`Unread answers not counted: ${error.message}`, { cause: error })
  return data.reduce((sum, { unread_count: unread }) => sum + unread, 0)
}

/** A conversation of the shopper's own; null for any other. */
export async function findConversation(shopper: Shopper, id: string): Promise<Conversation | null> {
  const { data, error } = await shopper.db
    .from('user_conversations')
    .select(CONVERSATION)
    .eq('id', id)
    .eq('created_by', shopper.id)
    .maybeSingle()
  if (error) throw new Error(`Conversation not read: ${error.message}`, { cause: error })
  return ConversationRow.nullable().parse(data)
}

/** The latest messages of a conversation that come before a position, or all but those when there is none; oldest first. */
export async function listMessages({ db }: Shopper, conversation: string, before?: number): Promise<Message[]> {
  let query = db.from('chat_messages').select(MESSAGE).eq('conversation_id', conversation)
  if (before !== undefined) query = query.lt('position', before)
  const { data, error } = await query.order('created_at', { ascending: false }).limit(MOST_MESSAGES)
  if (error) throw new Error(`No messages: ${error.message}`, { cause: error })
  return z.array(MessageRow).parse(data).toReversed()
}

/** What came after a position, oldest first, MOST_MESSAGES at most. */
export async function listMessagesAfter({ db }: Shopper, conversation: string, position: number) {
  const { data, error } = await db
    .from('chat_messages')
    .select(MESSAGE)
    .eq('conversation_id', conversation)
    .gt('position', position)
    .order('position')
    .limit(MOST_MESSAGES)
  if (error) throw new Error(`No messages: ${error.message}`, { cause: error })
  return z.array(MessageRow).parse(data)
}

/** Opens a conversation under an id of the sender's making; opened again, it is the same one. */
export async function createConversation(
  { db }: Shopper,
  opening: { id: string; title: string; mode: Mode; orderId?: string },
): Promise<Result<null, ConversationRefusal>> {
  const { error } = await db.rpc('create_conversation', {
    p_title: opening.title,
    p_mode: opening.mode,
    p_id: opening.id,
    ...(opening.orderId ? { p_order_id: opening.orderId } : {}),
  })
  if (!error) return succeed(null)
  if (databaseRefusal(error) === 'too_many_conversations') return refuse('too_many_conversations')
  throw new Error(`Conversation not opened: ${error.message}`, { cause: error })
}

interface NewMessage {
  tempId: string
  text: string
  isFromPredefined?: boolean
  attachment?: { path: string; type: string }
}

/** Writes a message of the shopper's; written again with the same id, it is one. */
export async function addMessage(
  { db }: Shopper,
  conversation: string,
  { tempId, text, isFromPredefined = false, attachment }: NewMessage,
): Promise<Result<Message, ConversationRefusal>> {
  const { data, error } = await db.rpc('add_message', {
    p_conversation_id: conversation,
    p_message_text: text,
    p_is_from_predefined: isFromPredefined,
    p_temp_id: tempId,
    ...(attachment ? { p_attachment_url: attachment.path, p_attachment_type: attachment.type } : {}),
  })
  if (!error) return succeed(MessageRow.parse(data))
  if (databaseRefusal(error) === 'no_such_conversation') return refuse('no_such_conversation')
  throw new Error(`Message not written: ${error.message}`, { cause: error })
}

/**
 * Writes the shop's own reply to a message. Past row security, since nobody else may speak for the shop; only after
 * `addMessage` has shown that the conversation is the shopper's. Written again with the same id, it is one.
 */
export async function addReply(
  context: Needs<'backends'>,
  conversation: string,
  reply: { tempId: string; text: string; metadata?: Metadata },
): Promise<Message> {
  const messages = serviceClient(context, 'reply for the shop').from('chat_messages')
  const { error } = await messages.insert({
    conversation_id: conversation,
    sender_type: 'system',
    message_text: reply.text,
    temp_id: reply.tempId,
    metadata: reply.metadata ?? {},
  })
  if (error) throw new Error(`Reply not written: ${error.message}`, { cause: error })
  const { data, error: unread } = await messages
    .select(MESSAGE)
    .eq('conversation_id', conversation)
    .eq('temp_id', reply.tempId)
    .single()
  if (unread) throw new Error(`Reply not read: ${unread.message}`, { cause: unread })
  return MessageRow.parse(data)
}

/** Lets the support team take over from the quick answers. */
export async function handOver({ db }: Shopper, conversation: string): Promise<void> {
  const { error } = await db.rpc('hand_over_conversation', { p_conversation_id: conversation })
  if (error) throw new Error(`Not handed over: ${error.message}`, { cause: error })
}

/** Notes that the shopper has seen what came up to a position. */
export async function markRead({ db }: Shopper, conversation: string, position: number): Promise<void> {
  const { error } = await db.rpc('mark_conversation_read', { p_conversation_id: conversation, p_position: position })
  if (error) throw new Error(`Not marked as read: ${error.message}`, { cause: error })
}

const Attached = z.object({ conversation_id: z.guid(), attachment_url: z.string() }).nullable()

/** A link to a message's file that ends after a minute; null when the file isn't the shopper's to see. */
export async function signAttachment({ db }: Shopper, message: string): Promise<string | null> {
  const { data, error } = await db
    .from('chat_messages')
    .select('conversation_id, attachment_url')
    .eq('id', message)
    .not('attachment_url', 'is', null)
    .maybeSingle()
  if (error) throw new Error(`Attachment not read: ${error.message}`, { cause: error })
  const attached = Attached.parse(data)
  if (!attached) return null
  const [folder, id, name, ...deeper] = attached.attachment_url.split('/')
  if (!name || folder !== 'chat-attachments' || id !== attached.conversation_id || deeper.length > 0) return null
  return signFile(db, attached.attachment_url)
}
