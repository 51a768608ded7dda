import { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import type { Shopper } from '~/platform/supabase/session.server'
import type { Conversation, Message, Mode } from './chat'
import { CONVERSATION_COLUMNS, conversationSchema, MESSAGE_COLUMNS, messageSchema, type Metadata } from './chat-rows'

/** The length of the list (CT-07). */
const MAX_CONVERSATIONS = 10
const MAX_COUNTED_CONVERSATIONS = 100

/** Why nothing was written: it isn't the shopper's conversation, or they have too many open ones. */
export type ConversationRefusal = 'no_such_conversation' | 'too_many_conversations'

/** Returns the shopper's conversations with the latest messages, newest first. */
export async function listConversations({ db, id }: Shopper): Promise<Conversation[]> {
  const { data, error } = await db
    .from('user_conversations')
    .select(CONVERSATION_COLUMNS)
    .eq('created_by', id)
    .order('last_message_time', { ascending: false })
    .limit(MAX_CONVERSATIONS)
  if (error) throw new Error(`No conversations: ${error.message}`, { cause: error })
  return z.array(conversationSchema).parse(data)
}

export async function countUnread({ db, id }: Shopper, except: string | null): Promise<number> {
  let query = db.from('user_conversations').select('unread_count').eq('created_by', id).gt('unread_count', 0)
  if (except) query = query.neq('id', except)
  const { data, error } = await query.limit(MAX_COUNTED_CONVERSATIONS)
  if (error) throw new Error(`Unread answers not counted: ${error.message}`, { cause: error })
  return data.reduce((sum, { unread_count: unread }) => sum + unread, 0)
}

/** Returns one of the shopper's conversations; null for anybody else's. */
export async function findConversation(shopper: Shopper, id: string): Promise<Conversation | null> {
  const { data, error } = await shopper.db
    .from('user_conversations')
    .select(CONVERSATION_COLUMNS)
    .eq('id', id)
    .eq('created_by', shopper.id)
    .maybeSingle()
  if (error) throw new Error(`Conversation not read: ${error.message}`, { cause: error })
  return conversationSchema.nullable().parse(data)
}

/** Creates a conversation. The ID comes from the browser and makes retries idempotent. */
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

/** Adds a message of the shopper. `tempId` makes retries idempotent. */
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
  if (!error) return succeed(messageSchema.parse(data))
  if (databaseRefusal(error) === 'no_such_conversation') return refuse('no_such_conversation')
  throw new Error(`Message not written: ${error.message}`, { cause: error })
}

/**
 * Adds the shop's reply to a message. `tempId` makes retries idempotent. It bypasses row-level security, because shoppers may not
 * write in the shop's name, so call it only after `addMessage` has proved that the conversation belongs to the shopper.
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
    .select(MESSAGE_COLUMNS)
    .eq('conversation_id', conversation)
    .eq('temp_id', reply.tempId)
    .single()
  if (unread) throw new Error(`Reply not read: ${unread.message}`, { cause: unread })
  return messageSchema.parse(data)
}

export async function handOver({ db }: Shopper, conversation: string): Promise<void> {
  const { error } = await db.rpc('hand_over_conversation', { p_conversation_id: conversation })
  if (error) throw new Error(`Not handed over: ${error.message}`, { cause: error })
}

export async function markRead({ db }: Shopper, conversation: string, position: number): Promise<void> {
  const { error } = await db.rpc('mark_conversation_read', { p_conversation_id: conversation, p_position: position })
  if (error) throw new Error(`Not marked as read: ${error.message}`, { cause: error })
}
