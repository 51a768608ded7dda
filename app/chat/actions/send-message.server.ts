import type { z } from 'zod'
import type { Needs, Reporting } from '~/platform/context.server'
import { succeed } from '~/platform/result'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { returnUpload } from '~/platform/supabase/uploads.server'
import { readAttachment, storeAttachment } from '../attachments.server'
import { TITLES } from '../chat'
import { TEXTS } from '../words/chat-texts'
import type { sendSchema } from '../chat.schema'
import { addMessage, findConversation, handOver } from '../conversations.server'
import { deriveId, readUpdate, refuseChat, sendReply, startConversation, type ChatResult } from './chat-result.server'

type SentMessage = z.output<typeof sendSchema>

/** Adds a message with text, a file or both. The first message of a new conversation creates it. */
export async function sendMessage(
  context: Needs<Reporting | 'backends' | 'limits'>,
  shopper: Shopper,
  sent: SentMessage,
): Promise<ChatResult> {
  const id = sent.conversation ?? sent.newConversation
  const file = sent.attachment ? await readAttachment(sent.attachment) : null
  if (file && !file.ok) {
    await returnUpload(context.limits, shopper)
    return refuseChat(file.refusal.message, 400)
  }
  const kind = sent.mode === 'predefined' ? 'predefined' : 'general'
  const started = sent.conversation
    ? succeed(null)
    : await startConversation(context, shopper, { id, title: TITLES[kind], mode: kind })
  if (!started.ok) return started
  // The service-role client would store a file in anybody's conversation.
  if (file && sent.conversation && !(await findConversation(shopper, id))) return refuseChat(TEXTS.loadFailed, 404)
  const files = serviceClient(context, 'store an attachment')
  const path = file && (await storeAttachment(files, id, sent.tempId, file.value))
  const message = await addOnce(shopper, id, sent, file && path ? { path, type: file.value.type } : undefined)
  if (!message.ok) return refuseChat(TEXTS.loadFailed, 404)
  const update = await readUpdate(shopper, id, [message.value])
  if (!update.ok || update.value.conversation.mode !== 'predefined') return update
  // Free text in quick-answer mode hands the conversation over to an agent.
  await handOver(shopper, id)
  return sendReply(context, shopper, id, { message: message.value, tempId: sent.tempId, text: TEXTS.handedOver })
}

/**
 * Adds a message. If the response to an earlier attempt was lost and the shopper has edited the text since, adds it as another
 * message.
 */
async function addOnce(
  shopper: Shopper,
  conversation: string,
  { text, tempId }: SentMessage,
  attachment?: { path: string; type: string },
) {
  const content = { text, ...(attachment ? { attachment } : {}) }
  const first = await addMessage(shopper, conversation, { tempId, ...content })
  const isEdited = first.ok && first.value.text !== text
  return isEdited ? addMessage(shopper, conversation, { tempId: deriveId(text, tempId), ...content }) : first
}
