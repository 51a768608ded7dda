import { m } from '~/language/messages'

// The chat's texts and rules (CT-01 to CT-67).
export const CHAT = '/profile/chat-support'

export const MODES = ['order', 'general', 'predefined'] as const
export type Mode = (typeof MODES)[number]

export const TILES: readonly { mode: Mode; name: () => string; about: () => string }[] = [
  { mode: 'order', name: m.chat_order_help, about: m.chat_order_help_about },
  { mode: 'general', name: m.chat_general, about: m.chat_general_about },
  { mode: 'predefined', name: m.chat_quick, about: m.chat_quick_about },
]

/** The titles of new conversations as they are stored, except those about an order. */
export const TITLES = { general: 'General Support Chat', predefined: 'Quick Answers' } as const

export function orderTitle(orderId: string): string {
  return `Order #${orderId} Support`
}

export function shownTitle(title: string): string {
  if (title === TITLES.general) return m.chat_general_title()
  if (title === TITLES.predefined) return m.chat_quick()
  const order = /^Order #(\S+) Support$/.exec(title)?.[1]
  return order === undefined ? title : m.chat_order_title({ order })
}

/** How long the shop's replies are delayed, in milliseconds (CT-25, CT-32). */
export const REPLY_DELAYS = { order: 800, answer: 500 } as const

export const MAX_ATTACHMENT_BYTES = 5 * 1024 * 1024
export const MAX_MESSAGE_LENGTH = 4000

export type Sender = 'you' | 'agent' | 'system'

/** Returns the sender for a `sender_type`: `userData` is the customer, `system` the shop, anything else an agent (CT-52). */
export function senderOf(senderType: string): Sender {
  if (senderType === 'userData') return 'you'
  return senderType === 'system' ? 'system' : 'agent'
}

export interface Conversation {
  id: string
  title: string
  mode: Mode
  status: 'open' | 'closed'
  /** Milliseconds since 1970. */
  lastMessageAt: number
  unread: number
}

/** An item of an order in a chat; prices in paisa. */
export interface ChatOrderItem {
  name: string
  image: string | null
  quantity: number
  price: number
  priceAtPurchase: number
  size: string | null
  color: string | null
}

export interface ChatOrder {
  orderId: string
  status: string
  /** In paisa. */
  total: number
  items: ChatOrderItem[]
}

export interface Message {
  id: string
  /** The ID that the sender gave it. */
  tempId: string | null
  /** 1, 2, 3 … within its conversation. */
  position: number
  sender: Sender
  text: string
  /** Milliseconds since 1970. */
  at: number
  attachment: { url: string; isImage: boolean } | null
  order: ChatOrder | null
  options: string[]
  /** Who at the desk wrote it, or null; only the desk is told. */
  by?: string | null
}

export interface Question {
  id: string
  text: string
  category: string
}

/** Merges two lists of messages, ordered by position, without duplicates. */
export function mergeMessages(known: readonly Message[], more: readonly Message[]): Message[] {
  const byId = new Map([...known, ...more].map((message) => [message.id, message]))
  return [...byId.values()].sort((one, other) => one.position - other.position)
}

/** Returns the last message with options, unless the shopper has written something since. */
export function openOptions(messages: readonly Message[]): Message | undefined {
  let offer: Message | undefined
  for (const message of messages) {
    if (message.options.length > 0) offer = message
    else if (message.sender === 'you') offer = undefined
  }
  return offer
}

/** The result of a chat action: the updated conversation and the messages that were added. */
export interface ChatUpdate {
  conversation: Conversation
  messages: Message[]
}

/** Why a chat action was refused. */
export interface ChatRefusal {
  problem: string
  /** Whether to show it as the shop's reply in the conversation instead of as an error of the form. */
  isReply?: boolean
}
