import { expect, test } from 'vitest'
import { isCancellable, isWithdrawable, returnableUntil, RETURN_STATUSES } from '../../app/returns/return.ts'

const delivered = (timestamp: string, status = 'Delivered') => ({
  status,
  history: [
    { status: 'Shipped', timestamp: '2026-01-01T00:00:00Z' },
    { status: 'Delivered', timestamp },
  ],
})

test.each([
  // 23:59 in Karachi on 10 January: day 1 is the 11th.
  ['2026-01-10T18:59:00Z', '2026-01-24T18:59:59Z', '24/01/2026'],
  ['2026-01-10T18:59:00Z', '2026-01-24T19:00:00Z', null],
  // One minute later it is the 11th in Karachi.
  ['2026-01-10T19:01:00Z', '2026-01-25T18:59:59Z', '25/01/2026'],
  ['2026-01-10T19:01:00Z', '2026-01-25T19:00:00Z', null],
])('an order delivered at %s can at %s be returned until %s', (at, now, until) => {
  expect(returnableUntil(delivered(at), 14, new Date(now))).toBe(until)
})

test('an order can’t be returned before its delivery, or without return days', () => {
  const now = new Date('2026-01-02T00:00:00Z')
  expect(returnableUntil(delivered('2026-01-01T00:00:00Z', 'Cancelled'), 14, now)).toBeNull()
  expect(returnableUntil({ status: 'Delivered', history: [] }, 14, now)).toBeNull()
  expect(returnableUntil(delivered('2026-01-01T00:00:00Z'), undefined, now)).toBeNull()
})

test('an order can be cancelled until it is shipped, and a return withdrawn until it has arrived', () => {
  const statuses = ['Pending', 'PaymentPending', 'PaymentAccepted', 'Processing', 'Shipped', 'Delivered', 'Cancelled']
  expect(statuses.filter((status) => isCancellable({ status }))).toEqual(['PaymentAccepted', 'Processing'])
  expect(RETURN_STATUSES.filter(isWithdrawable)).toEqual(['requested', 'approved'])
})
