import { expect, test } from 'vitest'
import type { Message } from '../../app/chat/chat.ts'
import {
  nextTalk,
  startTalk,
  type ShownTalk,
  type TalkEvent,
  type TalkState,
} from '../../app/desk/chat/live/talk-state.ts'

const talk: ShownTalk = {
  id: 'talk',
  title: 'General Support Chat',
  mode: 'general',
  status: 'open',
  version: 3,
  waiting_since: '2026-07-01T10:00:00Z',
  last_message_time: '2026-07-01T10:00:00Z',
  shopper: 'shopper',
  name: 'Areeba Shah',
  email: null,
  phone: null,
  assignee: null,
  assignee_email: null,
  excerpt: null,
  about: null,
}

const message = (position: number, tempId: string | null = null): Message & { by: null } => ({
  id: `id-${position}`,
  tempId,
  position,
  sender: 'agent',
  text: 'Yes',
  at: position,
  attachment: null,
  order: null,
  options: [],
  by: null,
})

const start = startTalk({
  talk,
  messages: [message(1)],
  tempId: 'first',
  typed: { text: 'Yes', options: 'A\nB' },
  now: 0,
})
const after = (...events: TalkEvent[]): TalkState =>
  events.reduce(
    (state, event) => nextTalk(state, event, { now: 1, ids: { tempId: 'next', newConversation: '' } }),
    start,
  )
const sent: TalkEvent = { type: 'sent', intent: 'send', text: 'Yes', file: null }

test('takes over the conversation as it is now, and leaves what is typed', () => {
  const next = after({ type: 'listed', conversations: { ...talk, version: 4 } })
  expect([next.talk.version, next.chat.text, next.options]).toEqual([4, 'Yes', 'A\nB'])
})

test('empties the options once the answer is sent, and keeps them with a refused one', () => {
  expect(after(sent).options).toBe('A\nB')
  expect(after(sent, { type: 'accepted', update: null })).toMatchObject({ options: '', chat: { text: '' } })
  const refused = after(sent, { type: 'refused', refusal: { problem: 'No' } })
  expect(refused).toMatchObject({ options: 'A\nB', chat: { text: 'Yes', refusal: { problem: 'No' } } })
  // The response was lost, and the connection delivers the answer.
  const delivered = nextTalk(
    refused,
    { type: 'received', messages: [message(2, 'first')] },
    { now: 2, ids: { tempId: 'next', newConversation: '' } },
  )
  expect(delivered).toMatchObject({ options: '', chat: { text: '', refusal: null } })
})

test('sends an answer that was edited after a failed attempt as another one, and a retry as the same', () => {
  const refused: TalkEvent = { type: 'refused', refusal: { problem: 'No' } }
  const idAfter = (...events: TalkEvent[]) => after(sent, ...events).chat.ids.tempId
  expect(idAfter(refused)).toBe('first')
  const edited = after(sent, refused, { type: 'text typed', text: 'Yes, very' })
  expect(edited.chat).toMatchObject({ text: 'Yes, very', ids: { tempId: 'next' }, refusal: { problem: 'No' } })
  // What was typed while it was being sent.
  const more = after(sent, { type: 'text typed', text: 'Very' }, refused)
  expect(more.chat).toMatchObject({ text: 'Yes Very', ids: { tempId: 'next' } })
  expect([edited.options, more.options]).toEqual(['A\nB', 'A\nB'])
})

test('knows that the session has ended', () => {
  expect([start.hasEnded, after({ type: 'ended' }).hasEnded]).toEqual([false, true])
})
