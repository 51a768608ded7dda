import { expect, test } from 'vitest'
import { cancelSchema } from '../../app/returns/cancel.schema.ts'
import {
  MAX_PHOTOS,
  RETURN_REASONS,
  RETURN_STATUSES,
  isCancellable,
  isWithdrawable,
  lastReturnDay,
  reasonWords,
  requestWords,
  returnPolicyText,
  returnStatusWords,
  returnableUntil,
} from '../../app/returns/return.ts'
import { exchangeSchema, returnSchema } from '../../app/returns/return.schema.ts'

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

test('an order delivered twice counts from the last time', () => {
  const history = ['2026-01-01', '2026-01-05'].map((day) => ({ status: 'Delivered', timestamp: `${day}T00:00:00Z` }))
  const later = [...history, { status: 'Shipped', timestamp: '2026-01-07T00:00:00Z' }]
  expect(lastReturnDay({ status: 'Delivered', history: later }, 14)).toEqual(new Date('2026-01-19T00:00:00Z'))
})

test('every status has its label and badge, and the policy names the days', () => {
  const shown = RETURN_STATUSES.map((status) => {
    const { label, badge, next } = returnStatusWords(status)
    expect(next).toMatch(/\.$/)
    return [status, label, badge]
  })
  expect(shown).toEqual([
    ['requested', 'Requested', 'badge badge-warn'],
    ['approved', 'Approved', 'badge badge-info'],
    ['refused', 'Refused', 'badge'],
    ['withdrawn', 'Withdrawn', 'badge'],
    ['received', 'Received', 'badge badge-ship'],
    ['refunded', 'Refunded', 'badge badge-ok'],
    ['exchanged', 'Exchanged', 'badge badge-ok'],
  ])
  expect(returnPolicyText(14)).toBe('You can send things back or exchange them within 14 days of delivery.')
})

test('a shopper chooses among five reasons', () => {
  expect(RETURN_REASONS.map((reason) => [reason, reasonWords(reason)])).toEqual([
    ['size', 'It doesn’t fit'],
    ['damaged', 'It is damaged or faulty'],
    ['wrong_item', 'It is not what I ordered'],
    ['not_as_described', 'It is not as described'],
    ['changed_mind', 'I changed my mind'],
  ])
})

const KEY = '5b0ff1a1-4c3f-4a42-9d3f-6a3c0e5a1b11'
const LINES = [{ maxQuantity: 2 }, { maxQuantity: 1 }]
const photo = (size = 1) => new File(['x'.repeat(size)], 'photo.webp')
/** Returns what the return form of LINES is read as, or its errors by field. */
function readReturn(posted: object) {
  const { data, error } = returnSchema(LINES).safeParse({
    reason: 'size',
    requestKey: KEY,
    'quantity-0': '1',
    ...posted,
  })
  return data ?? error?.issues.map(({ path, message }) => [path.join('.'), message])
}

test('a return has pieces of at least one line, never more than were bought', () => {
  expect(readReturn({})).toEqual({
    'quantity-0': 1,
    'quantity-1': 0,
    reason: 'size',
    note: '',
    photos: [],
    requestKey: KEY,
  })
  expect(readReturn({ 'quantity-0': '2', 'quantity-1': '1' })).toMatchObject({ 'quantity-0': 2, 'quantity-1': 1 })
  for (const none of ['0', '-1'])
    expect(readReturn({ 'quantity-0': none, 'quantity-1': '1' })).toMatchObject({ 'quantity-0': 0, 'quantity-1': 1 })
  const nothing = [['quantity-0', 'Please choose what you send back.']]
  for (const typed of ['3', '0', '-1', '1.5', 'all', '']) expect(readReturn({ 'quantity-0': typed })).toEqual(nothing)
})

test('a return needs a reason, and says all that is wrong at once', () => {
  expect(readReturn({ reason: 'whim', 'quantity-0': '0' })).toEqual([
    ['reason', 'Please tell us why.'],
    ['quantity-0', 'Please choose what you send back.'],
  ])
  expect(readReturn({ requestKey: 'x' })).toEqual([['requestKey', expect.any(String)]])
})

test('notes have bounds, and spaces around them don’t count', () => {
  const long = 'x'.repeat(1000)
  expect(readReturn({ note: ` ${long} ` })).toMatchObject({ note: long })
  expect(readReturn({ note: `${long}x` })).toEqual([['note', 'Please keep it under 1000 characters.']])
  expect(cancelSchema.parse({})).toEqual({ reason: '' })
  expect(cancelSchema.parse({ reason: ` ${'x'.repeat(300)} ` })).toEqual({ reason: 'x'.repeat(300) })
  expect(cancelSchema.safeParse({ reason: 'x'.repeat(301) }).error?.issues[0]?.message).toBe(
    'Please keep it under 300 characters.',
  )
})

test('a return has at most three photos, and empty file fields are none', () => {
  expect(readReturn({ photos: photo() })).toMatchObject({ photos: [expect.any(File)] })
  expect(readReturn({ photos: [photo(0), photo(), photo()] })).toMatchObject({
    photos: [expect.any(File), expect.any(File)],
  })
  expect(readReturn({ photos: ['text', photo(0)] })).toMatchObject({ photos: [] })
  const many = Array.from({ length: MAX_PHOTOS + 1 }, () => photo())
  expect(readReturn({ photos: many })).toEqual([['photos', 'You can add 3 photos at most.']])
  expect(readReturn({ photos: many.slice(1) })).toMatchObject({ photos: many.slice(1) })
})

test('an exchange has something else for at least one line', () => {
  const read = (posted: object) => {
    const { data, error } = exchangeSchema(LINES).safeParse({ requestKey: KEY, ...posted })
    return data ?? error?.issues.map(({ path, message }) => [path.join('.'), message])
  }
  expect(read({ 'instead-1': `${KEY}/${KEY}/`, 'quantity-1': '1' })).toEqual({
    'quantity-0': 0,
    'quantity-1': 1,
    'instead-0': null,
    'instead-1': { product_id: KEY, variant_id: KEY, color_id: null },
    note: '',
    requestKey: KEY,
  })
  const none = [['instead-0', 'Please choose what you want instead.']]
  for (const typed of ['', KEY, `${KEY}/M/`, undefined])
    expect(read({ 'instead-0': typed, 'quantity-0': '1' })).toEqual(none)
  expect(read({ requestKey: 'x' })).toEqual([['requestKey', expect.any(String)], ...none])
})

test('an exchange that was received is on its way once its parcel is', () => {
  const request = { status: 'received', tracking_number: null } as const
  expect(requestWords(request).label).toBe('Received')
  expect(requestWords({ ...request, tracking_number: 'R-1' }).next).toBe('What you chose instead is on its way to you.')
  expect(requestWords({ status: 'exchanged', tracking_number: 'R-1' }).label).toBe('Exchanged')
})
