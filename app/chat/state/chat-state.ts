import type { ChatRefusal, ChatUpdate, Conversation, Message } from '../chat'
import type { ChatPage } from '../chat.server'
import type { LiveEvent } from '../live/use-live-messages'

/** The IDs of the next message and the next new conversation; they make retries idempotent. */
export type ChatIds = ChatPage['ids']

export type ChatIntent = 'send' | 'ask' | 'order'

/** The refusal of a form that was posted without JavaScript, with the entered values. */
export interface RefusedForm extends ChatRefusal {
  ids: ChatIds
  typed: { text: string; orderNumber: string }
}

/** A message that is being sent. */
export interface PendingMessage {
  tempId: string
  intent: ChatIntent
  text: string
  file: File | null
}

/** The state of the chat page: what the server rendered, and then what is sent and received in place. */
export interface ChatState {
  isScripted: boolean
  /** Whether messages are received live. */
  isLive: boolean
  /** Milliseconds since 1970. */
  now: number
  conversation: Conversation | null
  /** Null when loading them failed. */
  conversations: Conversation[] | null
  messages: Message[]
  /** The position up to which the open conversation is marked as read. */
  readUpTo: number
  /** `replying`: the message is sent, and the shop's reply is delayed. */
  phase: 'idle' | 'sending' | 'replying'
  pending: PendingMessage | null
  /** The shop's replies after this position are hidden while `replying`. */
  holdRepliesAfter: number
  refusal: ChatRefusal | null
  /** The refused message, whose text and file are back in the message box. */
  refused: PendingMessage | null
  ids: ChatIds
  /** What is typed and chosen in the forms. */
  text: string
  file: File | null
  orderNumber: string
  questions: { category: string | null; isOpen: boolean }
}

/** An event of a conversation's page itself. */
export type PageEvent =
  | { type: 'hydrated' }
  | { type: 'time passed' }
  | { type: 'text typed'; text: string }
  | { type: 'order number typed'; orderNumber: string }
  | { type: 'file chosen'; file: File | null }
  | { type: 'category chosen'; category: string | null }
  | { type: 'questions toggled'; isOpen: boolean }
  | { type: 'sent'; intent: ChatIntent; text: string; file: File | null }
  /** Null when there was nothing to do. */
  | { type: 'accepted'; update: ChatUpdate | null }
  | { type: 'refused'; refusal: ChatRefusal }
  | { type: 'read'; position: number }

export type ChatEvent = LiveEvent | PageEvent

/** When an event happened, and the IDs of the next message if it ends one. */
export interface Moment {
  /** Milliseconds since 1970. */
  now: number
  ids: ChatIds
}

/** Returns the state of a page as the server rendered it. `refused` is the refusal of a form that was posted without JavaScript. */
export function startChat(page: ChatPage, refused?: RefusedForm): ChatState {
  const ids = refused?.ids ?? page.ids
  const orderNumber = refused?.typed.orderNumber
  return {
    isScripted: false,
    isLive: false,
    now: page.now,
    conversation: page.conversation,
    conversations: page.conversations,
    messages: page.messages,
    readUpTo: lastPosition(page),
    phase: 'idle',
    pending: refused?.isReply ? { tempId: ids.tempId, intent: 'order', text: orderNumber ?? '', file: null } : null,
    holdRepliesAfter: 0,
    refusal: refused ?? null,
    refused: null,
    ids,
    text: refused?.typed.text ?? '',
    file: null,
    orderNumber: orderNumber || (page.orderNumber ?? ''),
    questions: { category: page.category, isOpen: page.messages.length === 0 || page.category !== null },
  }
}

/** Returns the position of the last message; 0 without messages. */
export function lastPosition({ messages }: Pick<ChatState, 'messages'>): number {
  return messages[messages.length - 1]?.position ?? 0
}

/** Returns the message with the current ID, if it was delivered. While an edited retry is sent, this may be the first attempt. */
export function firstDelivered({ messages, ids }: ChatState): Message | undefined {
  return messages.find(({ tempId }) => tempId === ids.tempId)
}

/** Whether the message with the current ID is among the messages, with the text that is being sent. The server trims texts. */
export function isDelivered(state: ChatState): boolean {
  const delivered = firstDelivered(state)
  return Boolean(delivered) && (state.pending?.intent !== 'send' || state.pending.text.trim() === delivered?.text)
}
