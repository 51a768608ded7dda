import { expect, test } from 'vitest'
import { MAX_ATTACHMENT_BYTES, type Conversation, type Message } from '../../app/chat/chat.ts'
import { TEXTS } from '../../app/chat/words/chat-texts.ts'
import type { ChatPage } from '../../app/chat/chat.server.ts'
import {
  startChat,
  type ChatEvent,
  type ChatState,
  type Moment,
  type RefusedForm,
} from '../../app/chat/state/chat-state.ts'
import { shownMessages, shownPending, sortedConversations, unreadPosition } from '../../app/chat/state/shown.ts'
import { failureOf, nextChat, replyDelay } from '../../app/chat/state/transitions.ts'
import { message } from '../support/chat-message.ts'

const idsOf = (count: number) => ({ tempId: `temp-${count}`, newConversation: `new-${count}` })

const conversation = (id: string, more: Partial<Conversation> = {}): Conversation => ({
  id,
  title: 'General Support Chat',
  mode: 'general',
  status: 'open',
  lastMessageAt: 0,
  unread: 0,
  ...more,
})

const page = (more: Partial<ChatPage> = {}): ChatPage => ({
  mode: 'general',
  conversation: conversation('open'),
  messages: [message(1)],
  earlier: null,
  isPast: false,
  conversations: [conversation('open'), conversation('other')],
  questions: [],
  category: null,
  orderNumber: null,
  problem: null,
  ids: idsOf(0),
  now: 0,
  ...more,
})

/** Returns the state after events, of which the first happens at time 1 and brings the IDs 1, and so on. */
function after(state: ChatState, ...events: ChatEvent[]): ChatState {
  return events.reduce((before, event, place) => {
    const moment: Moment = { now: place + 1, ids: idsOf(place + 1) }
    return nextChat(before, event, moment)
  }, state)
}

const open = startChat(page())
const sent = (text: string, file: File | null = null): ChatEvent => ({ type: 'sent', intent: 'send', text, file })
const refused = (problem: string = TEXTS.sendFailed): ChatEvent => ({ type: 'refused', refusal: { problem } })
const received = (...messages: Message[]): ChatEvent => ({ type: 'received', messages })
const own = message(2, { sender: 'you', tempId: 'temp-0', text: 'Hello' })

test('starts as the server rendered it', () => {
  expect(open).toMatchObject({
    phase: 'idle',
    isScripted: false,
    isLive: false,
    readUpTo: 1,
    pending: null,
    refusal: null,
  })
  expect(startChat(page({ orderNumber: 'ORD-1' })).orderNumber).toBe('ORD-1')
  expect(open.questions).toEqual({ category: null, isOpen: false })
  expect(startChat(page({ messages: [], category: 'Sizes' })).questions).toEqual({ category: 'Sizes', isOpen: true })
})

test('starts with what was entered into a form that was refused without JavaScript', () => {
  const form: RefusedForm = { problem: 'No', ids: idsOf(7), typed: { text: 'Hello', orderNumber: '' } }
  expect(startChat(page(), form)).toMatchObject({
    ids: idsOf(7),
    text: 'Hello',
    pending: null,
    refusal: { problem: 'No' },
  })
  const reply = { ...form, isReply: true, typed: { text: '', orderNumber: 'ORD-9' } }
  expect(startChat(page(), reply)).toMatchObject({
    orderNumber: 'ORD-9',
    pending: { tempId: 'temp-7', intent: 'order', text: 'ORD-9', file: null },
  })
})

test('notes hydration, the connection, the time and what is typed', () => {
  const state = after(
    open,
    { type: 'hydrated' },
    { type: 'connected', isLive: true },
    { type: 'text typed', text: 'Hel' },
    { type: 'order number typed', orderNumber: 'ORD' },
    { type: 'time passed' },
  )
  expect(state).toMatchObject({ isScripted: true, isLive: true, text: 'Hel', orderNumber: 'ORD', now: 5 })
  expect(after(open, { type: 'connected', isLive: false })).toBe(open)
})

test('shows a sent message at once, empties the box, and sends nothing else meanwhile', () => {
  const typed = after(open, { type: 'text typed', text: 'Hello' }, refused('Old'))
  const sending = after({ ...typed, refusal: { problem: 'Old' } }, sent('Hello'))
  expect(sending).toMatchObject({ phase: 'sending', text: '', refusal: null, ids: idsOf(0) })
  expect(shownPending(sending)).toEqual({ tempId: 'temp-0', intent: 'send', text: 'Hello', file: null })
  expect(after(sending, sent('Twice'))).toBe(sending)
})

test('replaces an accepted message by the stored one, and keeps what was typed meanwhile', () => {
  const accepted: ChatEvent = {
    type: 'accepted',
    update: { conversation: conversation('open', { unread: 3, title: 'New title' }), messages: [own] },
  }
  const state = after(open, sent('Hello'), { type: 'text typed', text: 'And' }, accepted)
  expect(state).toMatchObject({ phase: 'idle', pending: null, text: 'And', ids: idsOf(3), now: 3 })
  expect(state.messages).toEqual([message(1), own])
  expect(state.conversation).toEqual(conversation('open', { title: 'New title' }))
  expect(state.conversations?.map(({ id }) => id)).toEqual(['open', 'other'])
})

test('ends a message that had nothing to send', () => {
  const state = after(open, sent(''), { type: 'accepted', update: null })
  expect(state).toEqual({ ...open, ids: idsOf(2), holdRepliesAfter: 1 })
})

test('switches to the conversation that the first message creates, and lists at most ten (CT-07)', () => {
  const listed = Array.from({ length: 10 }, (_, place) => conversation(`old-${place}`))
  const tiles = startChat(page({ conversation: null, messages: [], conversations: listed }))
  const update = { conversation: conversation('created'), messages: [message(1, { sender: 'you', tempId: 'temp-0' })] }
  const state = after(tiles, sent('Hello'), { type: 'accepted', update })
  expect(state.conversation?.id).toBe('created')
  expect(state.conversations).toHaveLength(10)
  expect(state.conversations?.[0]?.id).toBe('created')
  const unlisted = startChat(page({ conversation: null, messages: [], conversations: null }))
  expect(after(unlisted, sent('Hello'), { type: 'accepted', update }).conversations).toHaveLength(1)
})

test('puts a refused message back before what was typed meanwhile, and a retry has the same ID', () => {
  const state = after(open, sent('Hello'), { type: 'text typed', text: 'there' }, refused())
  expect(state).toMatchObject({ phase: 'idle', pending: null, text: 'Hello there', ids: idsOf(0) })
  expect(state.refusal).toEqual({ problem: TEXTS.sendFailed })
  expect(shownPending(after(state, sent('Hello there')))?.tempId).toBe('temp-0')
})

test('gives a failed request the words of its form (CT-58)', () => {
  expect(failureOf('send', open)).toEqual({ problem: TEXTS.sendFailed })
  expect(failureOf('ask', startChat(page({ conversation: null })))).toEqual({ problem: TEXTS.startFailed })
  expect(failureOf('order', open)).toEqual({ problem: TEXTS.orderFailed, isReply: true })
})

test('shows the shop’s refusal of an order number as a reply below it', () => {
  const order: ChatEvent = { type: 'sent', intent: 'order', text: 'ORD-1', file: null }
  const refusal = { problem: 'Not found', isReply: true }
  const state = after({ ...open, orderNumber: 'ORD-1' }, order, { type: 'refused', refusal })
  expect(state).toMatchObject({ phase: 'idle', refusal, orderNumber: 'ORD-1', text: '' })
  expect(shownPending(state)?.text).toBe('ORD-1')
})

test('shows a message once that is received live before its response, and again with it', () => {
  const early = after(open, sent('Hello'), received(own))
  expect([early.phase, shownPending(early), early.messages]).toEqual(['sending', null, [message(1), own]])
  const update = { conversation: conversation('open'), messages: [own] }
  expect(after(early, { type: 'accepted', update }, received(own)).messages).toEqual([message(1), own])
})

test('takes a message for sent if it is received live and its response is lost afterwards', () => {
  const state = after(open, sent('Hello'), received(own), refused())
  expect(state).toMatchObject({ phase: 'idle', refusal: null, pending: null, text: '', ids: idsOf(3) })
})

test('clears a refused message that is received live after all, but not what was written since', () => {
  const file = new File(['x'], 'hem.png')
  const lost = after({ ...open, file }, sent('Hello', file), refused())
  expect(lost).toMatchObject({ text: 'Hello', file })
  expect(after(lost, received(own))).toMatchObject({
    refusal: null,
    refused: null,
    text: '',
    file: null,
    ids: idsOf(1),
  })
  const other = new File(['y'], 'seam.png')
  const edited = after(
    lost,
    { type: 'text typed', text: 'Hello!' },
    { type: 'file chosen', file: other },
    received(own),
  )
  expect(edited).toMatchObject({ refusal: null, text: 'Hello!', file: other })
})

test('keeps an edited retry that is refused after its first attempt was delivered late', () => {
  const retried = after(open, sent('Hello'), refused(), sent('Hello, in black?'), received(own))
  expect(shownPending(retried)?.text).toBe('Hello, in black?')
  const lost = nextChat(retried, refused(), { now: 9, ids: idsOf(9) })
  expect(lost).toMatchObject({
    text: 'Hello, in black?',
    refusal: { problem: TEXTS.sendFailed },
    messages: [message(1), own],
    ids: idsOf(9),
  })
  expect(after(lost, received(own)).text).toBe('Hello, in black?')
})

test('drops the refusal of a message that the page shows already', () => {
  const form: RefusedForm = { problem: 'No', ids: idsOf(0), typed: { text: 'Hello', orderNumber: '' } }
  const state = after(startChat(page({ messages: [message(1), own] }), form), { type: 'hydrated' })
  expect(state).toMatchObject({ isScripted: true, refusal: null, ids: idsOf(1) })
})

test('changes nothing when no messages are received', () => {
  expect(after(open, received())).toBe(open)
})

test('counts messages of the open conversation as read in the list, and sorts it by its last message', () => {
  const listed: ChatEvent = {
    type: 'listed',
    conversations: [
      conversation('other', { unread: 2, lastMessageAt: 5 }),
      conversation('open', { unread: 1, lastMessageAt: 1 }),
    ],
  }
  const state = after(open, listed)
  expect(state.conversations?.map(({ unread }) => unread)).toEqual([2, 0])
  expect(sortedConversations(state)?.map(({ id }) => id)).toEqual(['other', 'open'])
  expect(sortedConversations(after(state, received(message(9))))?.map(({ id }) => id)).toEqual(['open', 'other'])
  expect(sortedConversations(startChat(page({ conversations: null })))).toBeNull()
})

test('marks a conversation as read up to its last message once an agent has written', () => {
  expect(unreadPosition(open)).toBeNull()
  expect(unreadPosition(after(open, received(own)))).toBeNull()
  const answered = after(open, received(own, message(3), message(4, { sender: 'system' })))
  expect(unreadPosition(answered)).toBe(4)
  const read = after(answered, { type: 'read', position: 4 })
  expect(unreadPosition(read)).toBeNull()
  expect(after(read, { type: 'read', position: 2 }).readUpTo).toBe(4)
  expect(unreadPosition(after(read, received(message(5))))).toBe(5)
})

test('keeps a chosen file, removes it, and refuses a larger one (CT-44)', () => {
  const file = new File(['x'], 'hem.png')
  const chosen = after(open, { type: 'file chosen', file })
  expect(chosen.file).toBe(file)
  expect(after(chosen, { type: 'file chosen', file: null }).file).toBeNull()
  const largest = new File([new Uint8Array(MAX_ATTACHMENT_BYTES)], 'largest.pdf')
  expect(after(open, { type: 'file chosen', file: largest })).toMatchObject({ file: largest, refusal: null })
  const tooLarge = new File([new Uint8Array(MAX_ATTACHMENT_BYTES + 1)], 'large.pdf')
  expect(after(chosen, { type: 'file chosen', file: tooLarge })).toMatchObject({
    file: null,
    refusal: { problem: TEXTS.tooLarge },
  })
})

test('sends the file with its message, gives it back if it is refused, and keeps it when an option is chosen', () => {
  const file = new File(['x'], 'hem.png')
  const chosen = after(open, { type: 'file chosen', file })
  const sending = after(chosen, sent('', file))
  expect([sending.file, sending.pending?.file]).toEqual([null, file])
  expect(after(sending, refused()).file).toBe(file)
  expect(after(chosen, sent('Talk to a support agent')).file).toBe(file)
})

test('closes the questions when one is asked, and holds the answer back until it is due (CT-32)', () => {
  const questions = startChat(page({ mode: 'predefined', messages: [] }))
  const category: ChatEvent = { type: 'category chosen', category: 'Sizes' }
  const ask: ChatEvent = { type: 'sent', intent: 'ask', text: 'Which size?', file: null }
  const asking = after({ ...questions, text: 'Draft' }, category, ask)
  expect(asking).toMatchObject({ phase: 'replying', text: 'Draft', questions: { category: 'Sizes', isOpen: false } })
  expect(after(asking, { type: 'questions toggled', isOpen: true }).questions.isOpen).toBe(true)
  const [question, answer] = [
    message(1, { sender: 'you', tempId: 'temp-0' }),
    message(2, { sender: 'system', text: 'Take the larger one.' }),
  ]
  const delivered = after(asking, received(question, answer))
  expect(shownMessages(delivered)).toEqual([question])
  const update = { conversation: conversation('created', { mode: 'predefined' }), messages: [question, answer] }
  const answered = after(delivered, { type: 'accepted', update })
  expect(shownMessages(answered)).toEqual([question, answer])
  // Earlier answers stay while the next one is held back.
  expect(shownMessages(after(answered, ask))).toEqual([question, answer])
})

test('delays the shop’s replies, but not the shopper’s messages (CT-25, CT-32)', () => {
  expect([replyDelay('order'), replyDelay('ask'), replyDelay('send')]).toEqual([800, 500, 0])
})
