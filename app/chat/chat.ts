/** The chat's words and rules (document 2, sections 2 to 9). */
export const CHAT = '/profile/chat-support'

export const MODES = ['order', 'general', 'predefined'] as const
export type Mode = (typeof MODES)[number]

/** The three tiles. */
export const TILES: readonly { mode: Mode; name: string; about: string }[] = [
  { mode: 'order', name: 'Order Help', about: 'Get help with a specific order' },
  { mode: 'general', name: 'General Chat', about: 'Chat with the support team' },
  { mode: 'predefined', name: 'Quick Answers', about: 'Answers to common questions' },
]

/** What a new conversation is called, but for an order's. */
export const TITLES = { general: 'General Support Chat', predefined: 'Quick Answers' } as const

/** The title of an order's conversation. */
export function orderTitle(orderId: string): string {
  return `Order #${orderId} Support`
}

/** How long a reply of the shop's own waits, in milliseconds, so that it reads as one (document 2, section 9). */
export const REPLY_DELAYS = { order: 800, answer: 500 } as const

export const MOST_ATTACHMENT_BYTES = 5 * 1024 * 1024
export const MOST_CHARACTERS = 4000

/** What goes wrong, and the shop's own replies (document 2, sections 5 and 8; decision 15). */
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

/** The reply to a number that is no order of the shopper's; `typed` as it was typed. */
export function orderNotFound(typed: string): string {
  return `I couldn't find order ${typed}. Please check the number and try again, or start a general chat.`
}

export type Sender = 'you' | 'agent' | 'system'

/** Who wrote a message: `userData` is the customer, `system` the shop, anything else an agent (document 2, section 3). */
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

/** A line of an order in a chat; sums in rupees. */
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
  total: number
  items: ChatOrderItem[]
}

export interface Message {
  id: string
  /** The sender's own id of it. */
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
}

/** A common question. */
export interface Question {
  id: string
  text: string
  category: string
}

/** Both sets of messages as one, in order, each once. */
export function mergeMessages(known: readonly Message[], more: readonly Message[]): Message[] {
  const byId = new Map([...known, ...more].map((message) => [message.id, message]))
  return [...byId.values()].sort((one, other) => one.position - other.position)
}

/** Options wait for an answer: they are offered until the shopper has written something after them. */
export function openOptions(messages: readonly Message[]): Message | undefined {
  let offer: Message | undefined
  for (const message of messages) {
    if (message.options.length > 0) offer = message
    else if (message.sender === 'you') offer = undefined
  }
  return offer
}

/** What was asked for and done: where it stands now, and the messages it added. */
export interface ChatAnswer {
  conversation: Conversation
  messages: Message[]
}

/** What was asked for and not done. */
export interface ChatRefusal {
  problem: string
  /** The shop's reply in the conversation rather than a complaint about the form. */
  isReply?: boolean
}
