import { expect, test } from 'vitest'
import { mergeMessages, openOptions, orderTitle, senderOf } from '../../app/chat/chat.ts'
import { DAY, HOUR, MINUTE } from '../../app/platform/time.ts'
import { formatAgo } from '../../app/chat/words/ago.ts'
import { message } from '../support/chat-message.ts'

test('formats relative times (CT-04, CT-57)', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  const ago = (passed: number) => formatAgo(now - passed, now)
  expect([-MINUTE, 0, MINUTE - 1, MINUTE, 5 * MINUTE, HOUR - 1].map(ago)).toEqual([
    'just now',
    'just now',
    'just now',
    '1 min ago',
    '5 min ago',
    '59 min ago',
  ])
  expect([HOUR, 2 * HOUR, DAY - 1, DAY, 3 * DAY, 7 * DAY].map(ago)).toEqual([
    '1 hour ago',
    '2 hours ago',
    '23 hours ago',
    '1 day ago',
    '3 days ago',
    '14/11/2026',
  ])
})

test('maps sender types to customer, system and agent (CT-52)', () => {
  expect(['userData', 'system', 'agent', 'assistant', ''].map(senderOf)).toEqual([
    'you',
    'system',
    'agent',
    'agent',
    'agent',
  ])
  expect(orderTitle('ORD-1-2')).toBe('Order #ORD-1-2 Support')
})

test('merges messages in order and without duplicates (CT-66)', () => {
  for (let round = 0; round < 50; round += 1) {
    const all = Array.from({ length: 30 }, (_, place) => message(place + 1))
    const pieces = Array.from({ length: 12 }, () => all.filter(() => Math.random() < 0.4))
    const merged = [...pieces, all.toSorted(() => Math.random() - 0.5)].reduce(mergeMessages, [])
    expect(merged).toEqual(all)
  }
})

test('options are offered until the shopper writes another message (CT-55)', () => {
  const offer = message(2, { options: ['Yes', 'No'] })
  expect(openOptions([message(1), offer])).toBe(offer)
  expect(openOptions([offer, message(3), message(4, { sender: 'system' })])).toBe(offer)
  expect(openOptions([offer, message(3, { sender: 'you' })])).toBeUndefined()
  expect(openOptions([offer, message(3, { sender: 'you' }), message(4, { options: ['Later'] })])?.position).toBe(4)
  expect(openOptions([])).toBeUndefined()
})
