import { parseWithZod } from '@conform-to/zod/v4'
import { expect, test } from 'vitest'
import { eachColumn } from '../../app/address/address-parts.ts'
import type { Address } from '../../app/address/address-book.server.ts'
import { checkoutSchemaFor } from '../../app/checkout/checkout.schema.ts'
import {
  chosenPlace,
  decideOrder,
  isFailure,
  refusalOf,
  typedContact,
  type CheckoutFacts,
} from '../../app/checkout/decide-order.ts'
import type { DeliveryTerms } from '../../app/delivery/terms.ts'

const FORM: Record<string, string> = {
  attemptKey: '5e0ad4b4-6c7c-4c53-9a52-2d3a1f6a6a10',
  expectedTotal: '215000',
  email: 'nadia@example.com',
  deliverTo: 'new',
  country: 'Pakistan',
  firstName: 'Nadia',
  address: '7 Canal Road',
  city: 'Faisalabad',
  phone: '03001234567',
  phoneCountry: 'PK',
  payment: 'cod',
}

const SAVED: Address = {
  id: '5f0d0d63-5c42-4a8e-9f0e-6f3f3f6f8f11',
  ...eachColumn(() => null),
  first_name: 'Ayesha',
  address_line1: '12 Mall Road',
  city: 'Lahore',
  phone: '+923111234567',
  address_type: 'Home',
  is_primary: true,
  country: 'Pakistan',
}

const LINE = { product: '9d6f1c52-8f4e-4d3b-a1c7-3e5b7a9d0c11', size: 'M', color: '', quantity: 2 }

const country = (name: string, fee: number, isServed = true) => ({
  country: name,
  isServed,
  fee,
  freeFrom: null,
  firstDay: 3,
  lastDay: 5,
})
const USA = country('USA', 400_000)
const TERMS: DeliveryTerms = {
  areas: [],
  cashFee: 0,
  cutOff: 960,
  businessDays: [1, 2, 3, 4, 5],
  countries: [country('Pakistan', 15_000), USA, country('UK', 0, false)],
  holidays: [],
}

/** Returns the facts of a form with these fields; the others are right. */
function factsOf(
  fields: Record<string, string> = {},
  { terms = TERMS, isEmailOptional = false, ...facts }: Partial<CheckoutFacts> & { isEmailOptional?: boolean } = {},
): CheckoutFacts {
  const posted = new FormData()
  for (const [name, value] of Object.entries({ ...FORM, ...fields })) posted.set(name, value)
  const known = { saved: undefined, takesCards: true, ...facts }
  const submission = parseWithZod(posted, { schema: checkoutSchemaFor({ ...known, terms, isEmailOptional }) })
  const reply = submission.reply()
  return {
    form: submission.status === 'success' ? { ok: true, value: submission.value, reply } : { ok: false, reply },
    isOfAnother: false,
    cart: { lines: [LINE] },
    sawThisCart: true,
    isKeyOfCart: true,
    place: chosenPlace(posted, known.saved),
    terms,
    ...known,
  }
}

function draftOf(facts: CheckoutFacts) {
  const decision = decideOrder(facts)
  if (!('draft' in decision)) throw new Error('The form is refused.')
  return decision.draft
}

/** Returns the outcome in short: where it leads with its message, or its status, message and invalid fields. */
function inShort(outcome: ReturnType<typeof decideOrder>) {
  if ('draft' in outcome) return 'an order'
  if ('to' in outcome) return [outcome.to, outcome.notice?.type, outcome.notice?.message]
  const { '': messages = [], ...fields } = outcome.reply.error ?? {}
  return [outcome.status, messages?.join(' '), ...Object.keys(fields)]
}

/** Returns which of the fields that an order needs once are still in the form that is shown again. */
function kept(outcome: ReturnType<typeof decideOrder>) {
  const initialValue = 'reply' in outcome ? outcome.reply.initialValue : null
  return ['email', 'deliverTo', 'expectedTotal', 'attemptKey'].filter((name) => initialValue?.[name] !== undefined)
}

test('an order goes to the typed address, and the bill there too', () => {
  const { delivery, completed } = draftOf(factsOf())
  expect(delivery.shipping).toMatchObject({ first_name: 'Nadia', city: 'Faisalabad', phone: '+923001234567' })
  expect(delivery.billing).toEqual(delivery.shipping)
  expect(completed).toBeUndefined()
})

test('a cash order needs no e-mail address where it may be left out; one that is typed has to be right', () => {
  const email = (fields: Record<string, string>, isEmailOptional = true) => {
    const outcome = decideOrder(factsOf(fields, { isEmailOptional }))
    return 'reply' in outcome ? outcome.reply.error?.email : outcome
  }
  expect(email({ email: '' }, false)).toEqual(['Email is required.'])
  expect(email({ email: '' })).toMatchObject({ draft: { form: { email: undefined } } })
  expect(email({ email: 'nadia@' })).toEqual(['Please enter a valid email address.'])
  const forCard = 'Please enter your email to pay online, or choose Cash on Delivery.'
  expect(email({ email: '', payment: 'payfast' })).toEqual([forCard])
})

test('a promo code is tried for no address once a form that needs none was posted without', () => {
  const emailOf = (fields: Record<string, string>, isEmailOptional: boolean) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return typedContact(form, null, isEmailOptional).email
  }
  const [inCash, byCard] = [
    { email: '', payment: 'cod' },
    { email: '', payment: 'payfast' },
  ]
  expect([emailOf({}, true), emailOf(byCard, true), emailOf(inCash, false)]).toEqual([undefined, undefined, undefined])
  expect([emailOf(inCash, true), emailOf({ ...inCash, email: 'Nadia@example.com' }, true)]).toEqual([
    '',
    'nadia@example.com',
  ])
})

test('a bill goes to its own address, which has no phone number', () => {
  const billing = {
    billing: 'different',
    billingAddress: '1 High Street',
    billingCity: 'Leeds',
    billingPostalCode: 'LS1 4AP',
  }
  const { delivery } = draftOf(factsOf({ ...billing, billingCountry: 'UK' }))
  expect(delivery.billing).toMatchObject({ city: 'Leeds', country: 'UK', postal_code: 'LS1 4AP' })
  expect(delivery.billing.phone).toBeUndefined()
  expect(delivery.shipping.city).toBe('Faisalabad')
})

test('an order goes to the chosen saved address, whatever was typed for a new one', () => {
  const { delivery, completed } = draftOf(factsOf({ deliverTo: SAVED.id }, { saved: SAVED }))
  expect(delivery.shipping).toMatchObject({ first_name: 'Ayesha', city: 'Lahore', phone: SAVED.phone })
  expect(completed).toBeUndefined()
})

test('the parts that a saved address lacks come from the form, and are to be saved', () => {
  const saved = { ...SAVED, first_name: null, phone: null }
  const given = { deliverTo: SAVED.id, savedFirstName: 'Sana', savedPhone: '03219876543' }
  const { delivery, completed } = draftOf(factsOf(given, { saved }))
  expect(delivery.shipping).toMatchObject({ first_name: 'Sana', phone: '+923219876543' })
  expect(completed).toMatchObject({ id: SAVED.id, first_name: 'Sana', phone: '+923219876543' })
  expect(inShort(decideOrder(factsOf({ deliverTo: SAVED.id }, { saved })))).toEqual([
    400,
    '',
    'savedFirstName',
    'savedPhone',
  ])
})

test('a form that another account filled is shown without that account’s address, total and key', () => {
  const outcome = decideOrder(factsOf({ deliverTo: SAVED.id }, { isOfAnother: true, cart: { lines: [] } }))
  expect(inShort(outcome)).toEqual([409, expect.stringContaining('account')])
  expect(kept(outcome)).toEqual(['email'])
})

test('an empty cart leads to the cart, whatever is wrong with the form', () => {
  expect(inShort(decideOrder(factsOf({ email: '' }, { cart: { lines: [] } })))).toEqual([
    '/cart',
    'error',
    expect.any(String),
  ])
})

test('an invalid form is shown with every error and everything that was posted', () => {
  const outcome = decideOrder(
    factsOf({ email: '', country: 'UK', payment: 'payfast' }, { takesCards: false, saved: null }),
  )
  expect(inShort(outcome)).toEqual([400, '', 'email', 'country', 'payment'])
  expect(kept(outcome)).toEqual(['deliverTo', 'expectedTotal', 'attemptKey'])
})

test('a saved address abroad where the shop doesn’t deliver is refused at its choice', () => {
  const saved = { ...SAVED, country: 'UK' as const }
  expect(inShort(decideOrder(factsOf({ deliverTo: SAVED.id }, { saved })))).toEqual([400, '', 'deliverTo'])
  // Without the terms the database decides.
  expect(inShort(decideOrder(factsOf({ deliverTo: SAVED.id }, { saved, terms: null })))).toBe('an order')
})

test('a saved address that is gone has to be chosen anew; one that can’t be read, later', () => {
  expect(inShort(decideOrder(factsOf({ deliverTo: SAVED.id })))).toEqual([400, expect.stringContaining('address')])
  const unread = decideOrder(factsOf({ deliverTo: SAVED.id }, { saved: null }))
  expect(inShort(unread)).toEqual([503, expect.any(String)])
  expect(kept(unread)).toEqual(['email', 'deliverTo', 'expectedTotal', 'attemptKey'])
})

test('a new total is shown with a new key, and with the price of delivery abroad', () => {
  const refused = { token: 'price_changed' }
  const atHome = refusalOf(factsOf(), refused)
  expect(inShort(atHome)).toEqual([409, expect.stringContaining('total')])
  expect(kept(atHome)).toEqual(['email', 'deliverTo'])
  expect(inShort(refusalOf(factsOf({ country: 'USA' }), refused))).toEqual([409, expect.stringContaining('4,000')])
  const otherCart = refusalOf(factsOf({ country: 'USA' }, { sawThisCart: false }), refused)
  expect(inShort(otherCart)).toEqual([409, expect.stringContaining('cart')])
})

test('a new total names the price of the city where cities have prices of their own', () => {
  const area = { name: 'Karachi', cities: ['Karachi'], fee: 10_000, freeFrom: null }
  const inCity = (city: string) =>
    inShort(refusalOf(factsOf({ city }, { terms: { ...TERMS, areas: [area] } }), { token: 'price_changed' }))
  expect(inCity(' karachi')).toEqual([409, expect.stringContaining('Delivery to karachi costs Rs.\u00a0100.00.')])
  expect(inCity('Lahore')).toEqual([409, expect.stringContaining('Delivery to Lahore costs Rs.\u00a0150.00.')])
})

test('a cart that is an order already leads to it', () => {
  const order = 'CH-1234-5678'
  for (const token of ['cart_ordered', 'attempt_reused']) {
    const outcome = refusalOf(factsOf(), { token, order })
    expect(outcome).toMatchObject({ to: `/checkout/placed/${order}`, notice: { type: 'info' }, earlierOrder: order })
  }
  // The key is an older page's, so the order isn't this cart's.
  expect(inShort(refusalOf(factsOf({}, { isKeyOfCart: false }), { token: 'attempt_reused', order }))).toEqual([
    409,
    expect.any(String),
  ])
  expect(inShort(refusalOf(factsOf(), { token: 'cart_ordered' }))).toEqual([503, expect.any(String)])
})

test('the form keeps its key if the order may exist, so that a retry finds it', () => {
  for (const token of [null, 'something_new']) {
    const outcome = refusalOf(factsOf(), { token })
    expect(inShort(outcome)).toEqual([503, expect.any(String)])
    expect(kept(outcome)).toContain('attemptKey')
    expect(isFailure(token)).toBe(true)
  }
  expect(isFailure('order_items_failed')).toBe(true)
  expect(isFailure('cart_ordered')).toBe(false)
})

test('a shop without card payments doesn’t offer to pay by card instead', () => {
  for (const token of ['too_many_open_orders', 'too_many_unconfirmed_orders', 'contact_blocked']) {
    const words = [true, false].map((takesCards) => inShort(refusalOf(factsOf({}, { takesCards }), { token }))[1])
    expect(words).toEqual([expect.stringContaining('card'), expect.not.stringContaining('card')])
  }
})

test('too many tries are told with the time to wait, and nothing of the form is lost', () => {
  const outcome = refusalOf(factsOf(), { token: 'too_many_tries', wait: 90 })
  expect(outcome).toMatchObject({ status: 429, headers: { 'Retry-After': '90' } })
  expect(kept(outcome)).toEqual(['email', 'deliverTo', 'expectedTotal', 'attemptKey'])
})
