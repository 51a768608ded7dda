import { expect, test } from 'vitest'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { anonymousClient, asPerson, newPerson, signedIn } from '../support/people.ts'

const guess = () => `GUESS${crypto.randomUUID().slice(0, 8).toUpperCase()}`

test('an account may try ten promo codes that the shop doesn’t know, and any number that it knows', async () => {
  const visitor = await signedIn(await newPerson())
  await addToCart(visitor)
  const apply = async (code: string) => (await visitor.post('/cart', { intent: 'promo', code })).text
  for (let n = 0; n < 10; n += 1) {
    expect(await apply(n % 2 === 0 ? 'JASMINE10' : 'SPRING25')).toMatch(/JASMINE10 applied|has expired/)
    expect(await apply(guess())).toContain('We don’t know this promo code.')
  }
  expect(await apply(guess())).toContain('Too many tries.')
})

test('the checkout tells no more about promo codes than the cart', async () => {
  const visitor = await signedIn(await newPerson())
  await addToCart(visitor)
  const fields = await checkoutFields(visitor, 'cod')
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) {
    const response = await visitor.submit('/checkout', { ...fields, promoCode: guess(), expectedTotal: '1' })
    statuses.push(response.status)
    await response.body?.cancel()
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429, 429])
})

test('the database prices no cart and places no order past the shop', async () => {
  const items = [{ product_id: crypto.randomUUID(), quantity: 1 }]
  for (const client of [anonymousClient(), await asPerson(await newPerson())]) {
    expect((await client.rpc('price_cart', { p_items: items, p_promo_code: 'JASMINE10' })).error?.code).toBe('42501')
    const order = {
      p_attempt_key: crypto.randomUUID(),
      p_attempt_hash: 'x',
      p_items: items,
      p_contact_email: 'a@example.com',
    }
    const rest = { p_shipping_address: {}, p_billing_address: {}, p_payment_method: 'cod', p_device: 'Mobile' }
    expect((await client.rpc('place_order', { ...order, ...rest, p_promo_code: 'JASMINE10' })).error?.code).toBe(
      '42501',
    )
  }
})
