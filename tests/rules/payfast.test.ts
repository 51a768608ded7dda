import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSigned, paymentFields, readNotification, signature, urlencode } from '../../app/payments/payfast.ts'
import { SIGNED_FORMS, SIGNED_NOTIFICATIONS } from '../support/payfast-vectors.ts'

test('urlencode matches PHP’s', () => {
  expect(urlencode("Zoë O'Neil")).toBe('Zo%C3%AB+O%27Neil')
  expect(urlencode('Order ORD-1 ~ 50% off*!')).toBe('Order+ORD-1+%7E+50%25+off%2A%21')
})

test.each(SIGNED_FORMS)('signs a form like libraries for PayFast: $source', (vector) => {
  expect(signature(vector.pairs, vector.passphrase)).toBe(vector.signature)
})

test.each(SIGNED_NOTIFICATIONS)('accepts a notification signed by PayFast: $source', (vector) => {
  const signed: [string, string][] = [...vector.pairs, ['signature', vector.signature]]
  expect(isSigned(signed, vector.passphrase)).toBe(true)
  expect(isSigned(signed, 'another phrase')).toBe(false)
})

test('what follows the signature of a notification isn’t read', () => {
  const form = 'merchant_id=1&custom_str1=ORD-1-1&signature=s&payment_status=COMPLETE&amount_gross=1.00'
  expect(readNotification(form)).toEqual([
    ['merchant_id', '1'],
    ['custom_str1', 'ORD-1-1'],
    ['signature', 's'],
  ])
  expect(readNotification('a=1&b=2')).toHaveLength(2)
})

test('a signature covers all pairs in order, and the passphrase', () => {
  // md5 of a=1&b=x+y&passphrase=pass
  expect(
    signature(
      [
        ['a', '1'],
        ['b', 'x y'],
      ],
      'pass',
    ),
  ).toBe('223d5ed2953747b4618bb1e63e479da7')
  expect(
    signature(
      [
        ['a', '1'],
        ['b', '2'],
      ],
      'pass',
    ),
  ).not.toBe(
    signature(
      [
        ['b', '2'],
        ['a', '1'],
      ],
      'pass',
    ),
  )
  expect(signature([['a', '1']], 'pass')).not.toBe(signature([['a', '1']], 'other'))
})

const payment = {
  returnUrl: 'https://shop.test/ok',
  cancelUrl: 'https://shop.test/no',
  notifyUrl: 'https://shop.test/api/payfast-notify',
  firstName: 'Zoë',
  lastName: '  ',
  email: 'zoe@example.com',
  phone: '+92 300 1234567',
  reference: 'ORD-1-1',
  orderId: 'id',
  shopper: 'guest',
  amount: '1650.00',
  orderedAt: '2026-01-01T00:00:00Z',
}

test('the form’s fields are in signing order, without empty ones, and truncated by characters', () => {
  const fields = paymentFields(
    { id: '10000100', key: 'k', passphrase: 'p' },
    { ...payment, firstName: '💐'.repeat(150) },
  )
  expect(fields.map(([name]) => name)).toEqual([
    'merchant_id', 'merchant_key', 'return_url', 'cancel_url', 'notify_url', 'name_first', 'email_address', 'cell_number',
    'm_payment_id', 'amount', 'item_name', 'item_description', 'custom_str1', 'custom_str2', 'custom_str3', 'signature',
  ]) // oxfmt-ignore
  const values = Object.fromEntries(fields)
  expect(values.cell_number).toBe('923001234567')
  expect(values.signature).toBe(signature(fields.slice(0, -1), 'p'))
})

test.each([
  ['name_first', 'firstName', 100],
  ['name_last', 'lastName', 100],
  ['email_address', 'email', 100],
  ['m_payment_id', 'reference', 100],
  ['item_name', 'reference', 100],
  ['item_description', 'reference', 255],
  ['custom_str1', 'reference', 255],
  ['custom_str2', 'orderId', 255],
  ['return_url', 'returnUrl', 255],
] as const)('PayFast gets %s from %s, with at most %i characters', (name, from, length) => {
  const fields = paymentFields({ id: 'i', key: 'k', passphrase: 'p' }, { ...payment, [from]: '💐'.repeat(300) })
  const [, value = ''] = fields.find(([field]) => field === name) ?? []
  expect([[...value].length, value.slice(-2)]).toEqual([length, '💐'])
})

test('a notification is accepted only if it was signed with the passphrase', () => {
  const pairs = fc.uniqueArray(
    fc.tuple(
      fc.stringMatching(/^[a-z_]{1,12}$/).filter((name) => name !== 'signature'),
      fc.string(),
    ),
    { selector: ([name]) => name, maxLength: 12 },
  )
  fc.assert(
    fc.property(pairs, (fields) => {
      const signed: [string, string][] = [...fields, ['signature', signature(fields, 'secret')]]
      expect(isSigned(signed, 'secret')).toBe(true)
      expect(isSigned(signed, 'guess')).toBe(false)
      expect(isSigned(fields, 'secret')).toBe(false)
      const [[name, value] = ['', ''], ...rest] = signed
      expect(isSigned([[name, `${value}x`], ...rest], 'secret')).toBe(false)
    }),
  )
})

test('refuses a notification with a duplicate field or more than 60 fields', () => {
  expect(readNotification('a=1&b=2')).toEqual([
    ['a', '1'],
    ['b', '2'],
  ])
  expect(readNotification('a=1&a=2')).toBeNull()
  const many = (count: number) => Array.from({ length: count }, (_, place) => `f${place}=1`).join('&')
  expect([readNotification(many(60))?.length, readNotification(many(61))]).toEqual([60, null])
})
