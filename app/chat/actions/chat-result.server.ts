import { createHash } from 'node:crypto'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import { type ChatRefusal, type ChatUpdate, type Message } from '../chat'
import { TEXTS } from '../words/chat-texts'
import type { Metadata } from '../chat-rows'
import { addReply, createConversation, findConversation } from '../conversations.server'

/** Why a form of the chat was refused, with the status of the response. */
export interface HttpChatRefusal extends ChatRefusal {
  status: 400 | 404 | 409 | 429 | 503
}

export type ChatResult<Value = ChatUpdate> = Result<Value, HttpChatRefusal>

/** Refuses a form of the chat. `isReply` shows the problem as the shop's reply in the conversation. */
export function refuseChat(problem: string, status: HttpChatRefusal['status'], isReply?: true) {
  return refuse<HttpChatRefusal>({ problem, status, ...(isReply ? { isReply } : {}) })
}

/** Derives a UUID from another ID. It is the same each time, which makes retries idempotent. */
export function deriveId(purpose: string, tempId: string): string {
  const hex = createHash('sha256').update(`${purpose} ${tempId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

export async function readUpdate(shopper: Shopper, id: string, messages: Message[]): Promise<ChatResult> {
  const conversation = await findConversation(shopper, id)
  return conversation ? succeed({ conversation, messages }) : refuseChat(TEXTS.loadFailed, 404)
}

/** Creates a conversation for its first message. Starting the same one again changes nothing. */
export async function startConversation(
  context: Needs<Reporting>,
  shopper: Shopper,
  opening: Parameters<typeof createConversation>[1],
): Promise<ChatResult<null>> {
  const started = await attempt(context, 'chat not started', () => createConversation(shopper, opening))
  if (!started) return refuseChat(TEXTS.startFailed, 503)
  return started.ok ? started : refuseChat(TEXTS.tooManyChats, 409)
}

/** Adds the shop's reply to the message that was sent as `tempId`. Returns the updated conversation. */
export async function sendReply(
  context: Needs<'backends'>,
  shopper: Shopper,
  id: string,
  { message, tempId, ...content }: { message: Message; tempId: string; text: string; metadata?: Metadata },
): Promise<ChatResult> {
  const added = await addReply(context, id, { tempId: deriveId('reply to', tempId), ...content })
  return readUpdate(shopper, id, [message, added])
}
