import { z } from 'zod'
import type { Shopper } from '~/platform/supabase/session.server'
import { ATTACHMENTS, linkAttachment } from './attachments.server'
import type { Message } from './chat'
import { MESSAGE_COLUMNS, messageSchema } from './chat-rows'

export const MESSAGES_PER_READ = 500

/** Returns the latest messages of a conversation, oldest first; with `before`, the latest ones before that position. */
export async function listMessages({ db }: Shopper, conversation: string, before?: number): Promise<Message[]> {
  let query = db.from('chat_messages').select(MESSAGE_COLUMNS).eq('conversation_id', conversation)
  if (before !== undefined) query = query.lt('position', before)
  const { data, error } = await query.order('created_at', { ascending: false }).limit(MESSAGES_PER_READ)
  if (error) throw new Error(`No messages: ${error.message}`, { cause: error })
  return z.array(messageSchema).parse(data).toReversed()
}

/** Returns the messages after a position, oldest first, at most MESSAGES_PER_READ. */
export async function listMessagesAfter({ db }: Shopper, conversation: string, position: number) {
  const { data, error } = await db
    .from('chat_messages')
    .select(MESSAGE_COLUMNS)
    .eq('conversation_id', conversation)
    .gt('position', position)
    .order('position')
    .limit(MESSAGES_PER_READ)
  if (error) throw new Error(`No messages: ${error.message}`, { cause: error })
  return z.array(messageSchema).parse(data)
}

const attachmentSchema = z.object({ conversation_id: z.guid(), attachment_url: z.string() }).nullable()

/** Returns a link to a message's file that expires after a minute; null if the shopper may not see the file. */
export async function signAttachment({ db }: Shopper, message: string): Promise<string | null> {
  const { data, error } = await db
    .from('chat_messages')
    .select('conversation_id, attachment_url')
    .eq('id', message)
    .not('attachment_url', 'is', null)
    .maybeSingle()
  if (error) throw new Error(`Attachment not read: ${error.message}`, { cause: error })
  const attached = attachmentSchema.parse(data)
  if (!attached) return null
  const [folder, id, name, ...deeper] = attached.attachment_url.split('/')
  if (!name || folder !== ATTACHMENTS || id !== attached.conversation_id || deeper.length > 0) return null
  return linkAttachment(db, attached.attachment_url)
}
