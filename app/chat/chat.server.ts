import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Needs, Reporting } from '~/platform/context.server'
import { normalizeOrderId } from '~/orders/order'
import { attempt, attemptMain } from '~/platform/attempt.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { readWhole } from '~/platform/whole-number'
import { MODES, type Conversation, type Message, type Mode, type Question } from './chat'
import { TEXTS } from './words/chat-texts'
import { listQuestions } from './actions/questions.server'
import { findConversation, listConversations, markRead } from './conversations.server'
import { listMessages, MESSAGES_PER_READ } from './messages.server'

export interface ChatPage {
  /** Null shows the three tiles. */
  mode: Mode | null
  conversation: Conversation | null
  messages: Message[]
  /** The position before which there are earlier messages; null when there are none. */
  earlier: number | null
  /** Whether these are earlier messages rather than the latest. */
  isPast: boolean
  /** Null when loading them failed. */
  conversations: Conversation[] | null
  /** The common questions; null when loading them failed. */
  questions: Question[] | null
  category: string | null
  /** The order number in the URL, to prefill the form. */
  orderNumber: string | null
  problem: string | null
  /** The IDs of the next message and the next new conversation; they make retries idempotent. */
  ids: { tempId: string; newConversation: string }
  /** Milliseconds since 1970. */
  now: number
}

/** Returns the conversation ID in a query; null if it is missing or malformed. */
export function conversationIdFrom(parameters: URLSearchParams): string | null {
  return z.guid().safeParse(parameters.get('conversation')).data ?? null
}

interface LoadedConversation {
  conversation: Conversation | null
  messages: Message[]
  status: 200 | 404 | 503
}

async function loadConversation(
  context: Needs<Reporting>,
  shopper: Shopper,
  id: string | null,
  before?: number,
): Promise<LoadedConversation> {
  const loaded = await attempt(context, 'conversation not loaded', async (): Promise<LoadedConversation> => {
    const [conversation, messages] = id
      ? await Promise.all([findConversation(shopper, id), listMessages(shopper, id, before)])
      : [null, []]
    return conversation ? { conversation, messages, status: 200 } : { conversation, messages: [], status: 404 }
  })
  return loaded ?? { conversation: null, messages: [], status: 503 }
}

export async function loadChatPage(
  context: Needs<'visitor' | Reporting>,
  shopper: Shopper,
  parameters: URLSearchParams,
): Promise<{ page: ChatPage; status: number }> {
  const isRequested = parameters.has('conversation')
  const before = readWhole(parameters.get('before')) || undefined
  const [listed, loaded] = await Promise.all([
    attempt(context, 'conversations not read', () => listConversations(shopper)),
    isRequested ? loadConversation(context, shopper, conversationIdFrom(parameters), before) : null,
  ])
  const conversation = loaded?.conversation ?? null
  const messages = loaded?.messages ?? []
  const last = messages.at(-1)
  if (conversation && conversation.unread > 0 && last && (await context.visitor.verify()))
    await attempt(context, 'conversation not marked as read', () => markRead(shopper, conversation.id, last.position))
  const chosen = MODES.find((mode) => mode === parameters.get('mode')) ?? null
  const mode = isRequested ? (conversation?.mode ?? null) : chosen
  const page: ChatPage = {
    mode,
    conversation,
    messages,
    earlier: messages.length === MESSAGES_PER_READ ? (messages[0]?.position ?? null) : null,
    isPast: before !== undefined,
    conversations: listed?.map((one) => (one.id === conversation?.id ? { ...one, unread: 0 } : one)) ?? null,
    questions:
      mode === 'predefined' ? await attemptMain(context, 'questions not read', () => listQuestions(shopper)) : [],
    category: parameters.get('category'),
    orderNumber: normalizeOrderId(parameters.get('order') ?? ''),
    problem: isRequested && !conversation ? TEXTS.loadFailed : null,
    ids: { tempId: randomUUID(), newConversation: randomUUID() },
    now: Date.now(),
  }
  return { page, status: loaded?.status ?? 200 }
}
