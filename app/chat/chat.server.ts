import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Needs, Reporting } from '~/platform/context.server'
import { normalizeOrderId } from '~/orders/order'
import { attempt } from '~/platform/attempt.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { MODES, TEXTS, type Conversation, type Message, type Mode, type Question } from './chat'
import { findConversation, listConversations, listMessages, markRead, MOST_MESSAGES } from './conversations.server'
import { listQuestions } from './questions.server'

/** Everything the chat's page shows. */
export interface ChatPage {
  /** None: the three tiles. */
  mode: Mode | null
  conversation: Conversation | null
  messages: Message[]
  /** Where the messages before these end, when there are any. */
  earlier: number | null
  /** Whether these are not the latest ones. */
  isPast: boolean
  /** Null when they can't be read. */
  conversations: Conversation[] | null
  /** The common questions; null when they can't be read. */
  questions: Question[] | null
  category: string | null
  /** The number of the order that the address names, for the form that asks for it. */
  orderNumber: string | null
  problem: string | null
  /** What a new message and a new conversation are called, so that either sent again is one. */
  ids: { tempId: string; newConversation: string }
  /** Milliseconds since 1970. */
  now: number
}

/** A conversation's id as an address carries it; null for anything else. */
export function conversationIn(parameters: URLSearchParams): string | null {
  return z.guid().safeParse(parameters.get('conversation')).data ?? null
}

interface Opened {
  conversation: Conversation | null
  messages: Message[]
  status: 200 | 404 | 503
}

async function open(context: Needs<Reporting>, shopper: Shopper, id: string | null, before?: number): Promise<Opened> {
  const opened = await attempt(context, 'conversation not loaded', async (): Promise<Opened> => {
    const conversation = id ? await findConversation(shopper, id) : null
    if (!conversation) return { conversation, messages: [], status: 404 }
    return { conversation, messages: await listMessages(shopper, conversation.id, before), status: 200 }
  })
  return opened ?? { conversation: null, messages: [], status: 503 }
}

/** Reads the page that an address of the chat asks for, and notes what of it has been seen. */
export async function readChat(
  context: Needs<Reporting>,
  shopper: Shopper,
  parameters: URLSearchParams,
): Promise<{ page: ChatPage; status: number }> {
  const isAsked = parameters.has('conversation')
  const before = Number(parameters.get('before')) || undefined
  const [listed, opened] = await Promise.all([
    attempt(context, 'conversations not read', () => listConversations(shopper)),
    isAsked ? open(context, shopper, conversationIn(parameters), before) : null,
  ])
  const conversation = opened?.conversation ?? null
  const messages = opened?.messages ?? []
  const last = messages.at(-1)
  if (conversation && conversation.unread > 0 && last)
    await attempt(context, 'conversation not marked as read', () => markRead(shopper, conversation.id, last.position))
  const chosen = MODES.find((mode) => mode === parameters.get('mode')) ?? null
  const mode = isAsked ? (conversation?.mode ?? null) : chosen
  const page: ChatPage = {
    mode,
    conversation,
    messages,
    earlier: messages.length === MOST_MESSAGES ? (messages[0]?.position ?? null) : null,
    isPast: before !== undefined,
    conversations: listed?.map((one) => (one.id === conversation?.id ? { ...one, unread: 0 } : one)) ?? null,
    questions: mode === 'predefined' ? await attempt(context, 'questions not read', () => listQuestions(shopper)) : [],
    category: parameters.get('category'),
    orderNumber: normalizeOrderId(parameters.get('order') ?? ''),
    problem: isAsked && !conversation ? TEXTS.loadFailed : null,
    ids: { tempId: randomUUID(), newConversation: randomUUID() },
    now: Date.now(),
  }
  return { page, status: opened?.status ?? 200 }
}
