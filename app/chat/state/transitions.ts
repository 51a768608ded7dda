import {
  MAX_ATTACHMENT_BYTES,
  mergeMessages,
  REPLY_DELAYS,
  type ChatRefusal,
  type ChatUpdate,
  type Conversation,
  type Message,
} from '../chat'
import { TEXTS } from '../words/chat-texts'
import {
  firstDelivered,
  isDelivered,
  lastPosition,
  type ChatEvent,
  type ChatIntent,
  type ChatState,
  type Moment,
  type PendingMessage,
} from './chat-state'

/** The length of the list of conversations (CT-07). */
const MAX_CONVERSATIONS = 10

export function nextChat(state: ChatState, event: ChatEvent, moment: Moment): ChatState {
  switch (event.type) {
    case 'hydrated':
      return { ...dropDelivered(state, moment), isScripted: true }
    case 'connected':
      return state.isLive === event.isLive ? state : { ...state, isLive: event.isLive }
    case 'time passed':
      return { ...state, now: moment.now }
    case 'text typed':
      return { ...state, text: event.text }
    case 'order number typed':
      return { ...state, orderNumber: event.orderNumber }
    case 'file chosen':
      return chooseFile(state, event.file)
    case 'category chosen':
      return { ...state, questions: { ...state.questions, category: event.category } }
    case 'questions toggled':
      return { ...state, questions: { ...state.questions, isOpen: event.isOpen } }
    case 'sent':
      return state.phase === 'idle' ? send(state, event) : state
    case 'accepted':
      return accept(state, event.update, moment)
    case 'refused':
      return refuse(state, event.refusal, moment)
    case 'received':
      return receive(state, event.messages, moment)
    case 'listed':
      return { ...state, now: moment.now, conversations: withOpenRead(event.conversations, state.conversation) }
    case 'read':
      return { ...state, readUpTo: Math.max(state.readUpTo, event.position) }
  }
}

function chooseFile(state: ChatState, file: File | null): ChatState {
  if (!file || file.size <= MAX_ATTACHMENT_BYTES) return { ...state, file }
  return { ...state, file: null, refusal: { problem: TEXTS.tooLarge } }
}

function send(state: ChatState, { intent, text, file }: Omit<PendingMessage, 'tempId'>): ChatState {
  return {
    ...state,
    phase: replyDelay(intent) > 0 ? 'replying' : 'sending',
    pending: { tempId: state.ids.tempId, intent, text, file },
    holdRepliesAfter: lastPosition(state),
    refusal: null,
    text: intent === 'send' ? '' : state.text,
    file: file ? null : state.file,
    questions: intent === 'ask' ? { ...state.questions, isOpen: false } : state.questions,
  }
}

function startNextMessage(state: ChatState, { ids }: Moment): ChatState {
  return { ...state, phase: 'idle', pending: null, refusal: null, refused: null, ids }
}

function accept(state: ChatState, update: ChatUpdate | null, moment: Moment): ChatState {
  const next = startNextMessage(state, moment)
  if (!update) return next
  const conversation = { ...update.conversation, unread: 0 }
  const others = (state.conversations ?? []).filter(({ id }) => id !== conversation.id)
  return {
    ...next,
    now: moment.now,
    conversation,
    conversations: [conversation, ...others].slice(0, MAX_CONVERSATIONS),
    messages: mergeMessages(state.messages, update.messages),
  }
}

function refuse(state: ChatState, refusal: ChatRefusal, moment: Moment): ChatState {
  // The response was lost, but the message wasn't: the connection has delivered it already.
  if (isDelivered(state)) return startNextMessage(state, moment)
  const { pending } = state
  const next: ChatState = { ...state, phase: 'idle', refusal, pending: refusal.isReply ? pending : null }
  if (pending?.intent !== 'send') return next
  const text = [pending.text, state.text].filter(Boolean).join(' ')
  const restored = { ...next, refused: pending, text, file: pending.file ?? state.file }
  // An edited retry, after its first attempt was delivered late, is another message.
  return firstDelivered(state) ? { ...restored, refused: null, ids: moment.ids } : restored
}

function receive(state: ChatState, messages: Message[], moment: Moment): ChatState {
  if (messages.length === 0) return state
  return dropDelivered({ ...state, now: moment.now, messages: mergeMessages(state.messages, messages) }, moment)
}

/** Drops a refusal if its message was delivered after all. What the shopper has changed since stays in the message box. */
function dropDelivered(state: ChatState, moment: Moment): ChatState {
  const { phase, refusal, refused, text, file } = state
  if (phase !== 'idle' || !refusal || !isDelivered(state)) return state
  return {
    ...startNextMessage(state, moment),
    text: text === refused?.text ? '' : text,
    file: file === refused?.file ? null : file,
  }
}

/** Messages of the open conversation count as read. */
function withOpenRead(conversations: Conversation[], open: Conversation | null): Conversation[] {
  return conversations.map((one) => (one.id === open?.id ? { ...one, unread: 0 } : one))
}

/** Returns how long to delay the shop's reply, in milliseconds (CT-25, CT-32). */
export function replyDelay(intent: ChatIntent): number {
  if (intent === 'order') return REPLY_DELAYS.order
  return intent === 'ask' ? REPLY_DELAYS.answer : 0
}

/** Returns the refusal for a message to which the server didn't respond. */
export function failureOf(intent: ChatIntent, { conversation }: ChatState): ChatRefusal {
  if (intent === 'order') return { problem: TEXTS.orderFailed, isReply: true }
  return { problem: conversation ? TEXTS.sendFailed : TEXTS.startFailed }
}
