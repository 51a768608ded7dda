// The chat's texts and rules (CT-01 to CT-67).
export const CHAT = '/profile/chat-support'

export const MODES = ['order', 'general', 'predefined'] as const
export type Mode = (typeof MODES)[number]

/** The three tiles. */
export const TILES: readonly { mode: Mode; name: string; about: string }[] = [
  { mode: 'order', name: 'Order Help', about: 'Get help with a specific order' },
  { mode: 'general', name: 'General Chat', about: 'Chat with the support team' },
  { mode: 'predefined', name: 'Quick Answers', about: 'Answers to common questions' },
]

/** The titles of new conversations, except those about an order. */
export const TITLES = { general: 'General Support Chat', predefined: 'Quick Answers' } as const

/** The title of an order's conversation. */
export function orderTitle(orderId: string): string {
  return `Order #${orderId} Support`
}

/** How long the shop's replies are delayed, in milliseconds (CT-25, CT-32). */
export const REPLY_DELAYS = { order: 800, answer: 500 } as const

export const MAX_ATTACHMENT_BYTES = 5 * 1024 * 1024
export const MAX_MESSAGE_LENGTH = 4000

/** Error messages and the shop's automatic replies (decision 12). */
export const TEXTS = {
  startFailed: 'There was an error starting the chat. Please try again.',
  tooManyChats: 'You have twenty open chats. Please continue one of them.',
  loadFailed: 'There was an error loading the conversation.',
  sendFailed: 'There was an error sending your message. Please try again.',
  noNumber: 'Please enter a valid order number.',
  orderFailed: 'There was an error finding your order. Please check the order number and try again.',
  tooLarge: 'File size should not exceed 5MB',
  orderFound: 'We found your order.',
  noAnswer: "I don't have an answer for that yet.",
  answerFailed: "Sorry, I couldn't load that answer.",
  talkToAgent: 'Talk to a support agent',
  handedOver: 'A support agent will read this and answer here.',
} as const

/** The reply to a number that isn't one of the shopper's orders, quoted as `typed` (CT-23). */
export function orderNotFound(typed: string): string {
  return `I couldn't find order ${typed}. Please check the number and try again, or start a general chat.`
}

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

/** A common question. */
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
