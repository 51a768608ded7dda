import { beforeAll, expect, test } from 'vitest'
import { ADDRESS_PARTS, billingField, eachPart, TYPED_PARTS } from '../../app/address/address-parts.ts'
import { addToCart, checkoutFields, freshPhone } from '../support/checkout.ts'
import { newOperator } from '../support/desk.ts'
import { dom } from '../support/page-dom.ts'
import { mailTo, newPerson, serviceClient, signedIn } from '../support/people.ts'
import type { Visitor } from '../support/visitor.ts'

// Whatever parts an address has, none is lost between the form and the parcel's label.

/** A word for each part that stands nowhere else. */
const words = (kind: string) => eachPart((part) => (part === 'postalCode' ? '54321' : `${kind}${part}`))
const lackingIn = (text: string, typed: Record<string, string>) =>
  TYPED_PARTS.filter((part) => !text.includes(typed[part] ?? ''))

let desk: Visitor
beforeAll(async () => {
  desk = (await newOperator('Desk Person')).desk
})

/** Places a cash order with these fields. Returns its number. */
async function order(visitor: Visitor, fields: Record<string, string>): Promise<string> {
  await addToCart(visitor)
  const placed = await visitor.submit('/checkout', { ...(await checkoutFields(visitor, 'cod')), ...fields })
  return /ORD-\d+-\d+/.exec(placed.headers.get('location') ?? '')?.[0] ?? ''
}

test('every part of a saved address is in the book, its form, the checkout, the order, its mail, the desk, slips and labels', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const typed = words('Saved')
  await visitor.post('/profile/edit-location', { ...typed, phone: freshPhone(), country: 'Pakistan', intent: 'add' })
  const { data } = await serviceClient().from('profile_addresses').select('*').eq('profile_id', person.id).single()
  for (const part of TYPED_PARTS) expect(data?.[ADDRESS_PARTS[part].column]).toBe(typed[part])
  expect(lackingIn((await visitor.get('/profile/edit-location')).text, typed)).toEqual([])
  const form = dom(await visitor.get(`/profile/edit-location?edit=${data?.id}`))
  for (const part of TYPED_PARTS) expect(form.querySelector(`[name=${part}]`)?.getAttribute('value')).toBe(typed[part])
  await addToCart(visitor)
  expect(lackingIn((await visitor.get('/checkout')).text, typed)).toEqual([])

  const orderId = await order(visitor, { deliverTo: data?.id ?? '' })
  expect(lackingIn((await visitor.get(`/profile/active-orders/${orderId}`)).text, typed)).toEqual([])
  const mail = await mailTo(person.email, new RegExp(orderId))
  expect(lackingIn(mail.text ?? '', typed)).toEqual([])
  for (const page of ['', '/slips', '/labels'])
    expect(
      lackingIn(
        (await desk.get(page ? `/desk/orders${page}?order=${orderId}:1` : `/desk/orders/${orderId}`)).text,
        typed,
      ),
    ).toEqual([])
})

test('every part of a typed delivery and billing address is in the order, and in the form after the session has ended', async () => {
  const visitor = await signedIn(await newPerson())
  const [delivery, billing] = [words('Typed'), words('Billed')]
  const billingFields = Object.fromEntries(TYPED_PARTS.map((part) => [billingField(part), billing[part]]))
  const fields = { ...delivery, ...billingFields, deliverTo: 'new', billing: 'different', billingCountry: 'Pakistan' }
  await addToCart(visitor)
  const form = { ...(await checkoutFields(visitor, 'cod')), ...fields }
  const session = visitor.cookies.get('website_session') ?? ''
  visitor.cookies.delete('website_session')
  await visitor.submit('/checkout', form)
  visitor.cookies.set('website_session', session)
  const restored = dom(await visitor.get('/checkout'))
  for (const part of TYPED_PARTS) {
    expect(restored.querySelector(`[name=${part}]`)?.getAttribute('value')).toBe(delivery[part])
    expect(restored.querySelector(`[name=${billingField(part)}]`)?.getAttribute('value')).toBe(billing[part])
  }
  const orderId = await order(visitor, fields)
  const page = (await visitor.get(`/profile/active-orders/${orderId}`)).text
  expect([lackingIn(page, delivery), lackingIn(page, billing)]).toEqual([[], []])
})
