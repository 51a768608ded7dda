import { parseWithZod } from '@conform-to/zod/v4'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkoutSchema } from '../../app/checkout/checkout.schema.ts'

const RIGHT: Record<string, string> = {
  attemptKey: '5e0ad4b4-6c7c-4c53-9a52-2d3a1f6a6a10',
  expectedTotal: '215000',
  email: 'nadia@example.com',
  deliverTo: 'new',
  country: 'Pakistan',
  firstName: 'Nadia',
  lastName: 'Iqbal',
  address: '7 Canal Road',
  city: 'Faisalabad',
  phone: '03001234567',
  phoneCountry: 'PK',
  payment: 'cod',
  billing: 'different',
  billingFirstName: 'Nadia',
  billingLastName: 'Iqbal',
  billingAddress: '9 Bank Road',
  billingCity: 'Murree',
  billingPostalCode: '47150',
}

/** Returns the invalid fields with their messages. */
function wrongFields(fields: Record<string, string>): string[] {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { error } = parseWithZod(form, { schema: checkoutSchema }).reply()
  return Object.keys(error ?? {}).toSorted()
}

test('accepts a valid form', () => {
  expect(wrongFields(RIGHT)).toEqual([])
})

test('reports all errors of a checkout at once', () => {
  const MISTAKES: [string, string][] = [
    ['email', ''],
    ['email', 'nonsense'],
    ['firstName', 'x'.repeat(81)],
    ['apartment', 'x'.repeat(121)],
    ['address', ''],
    ['address', 'x'.repeat(201)],
    ['city', ''],
    ['postalCode', '9021'],
    ['phone', ''],
    ['phone', '12'],
    ['billingAddress', ''],
    ['billingCity', ''],
    ['billingPostalCode', ''],
  ]
  fc.assert(
    fc.property(fc.subarray(MISTAKES), (mistakes) => {
      const fields = { ...RIGHT, ...Object.fromEntries(mistakes) }
      expect(wrongFields(fields)).toEqual([...new Set(mistakes.map(([name]) => name))].toSorted())
    }),
  )
})
