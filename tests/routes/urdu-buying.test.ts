import { expect, test } from 'vitest'
import { addToCart, checkoutFields, placeOrder } from '../support/checkout.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { newPerson, newVisitor, signedIn } from '../support/people.ts'
import type { Page, Visitor } from '../support/visitor.ts'

/** What stays Latin in Urdu: brands, prices, numbers of orders, and what rows and people say. */
const LATIN = /PayFast|Rs\.|ORD-|Guest robe|Black|\S+@\S+/g

function inUrdu(visitor: Visitor): Visitor {
  visitor.cookies.set('website_language', 'ur')
  return visitor
}

/** Returns the English words of a page's main part. */
function english(page: Page): string[] {
  const main = dom(page).querySelector('main')
  for (const other of main?.querySelectorAll('script, noscript, nav, .item-about, select, address, [lang=en]') ?? [])
    other.remove()
  return (
    words(main ?? null)
      .replace(LATIN, '')
      .match(/[A-Za-z]{2,}/g) ?? []
  )
}

test('sells in Urdu: the cart, an invalid and a valid checkout, the placed order and its cancelling (UR-07)', async () => {
  const visitor = inUrdu(await signedIn(await newPerson()))
  await addToCart(visitor)
  const cart = await visitor.get('/cart')
  expect([words(dom(cart).querySelector('h1')), english(cart)]).toEqual(['آپ کا کارٹ', []])
  expect(all(dom(cart), '.arrival')[0]).toMatch(/ڈیلیوری: .+ سے .+ تک/)
  const fields = await checkoutFields(visitor, 'cod')
  const refused = await visitor.post('/checkout', { ...fields, deliverTo: 'new', address: '', email: '' })
  expect(refused.text).toContain('براہِ کرم ڈیلیوری کا درست پتہ لکھیں')
  expect(refused.text).toContain('براہِ کرم اپنی ای میل لکھیں۔')
  const placed = await visitor.post('/checkout', { ...fields, deliverTo: 'new' })
  expect([words(dom(placed).querySelector('h1')), english(placed)]).toEqual(['آپ کا آرڈر ہو گیا ہے', []])
  const id = /ORD-\d+-\d+/.exec(placed.url)?.[0]
  const order = await visitor.get(`/profile/active-orders/${id}`)
  expect(order.text).toContain('آرڈر ہو گیا')
  expect(english(order)).toEqual([])
  const cancelled = await visitor.post(`/orders/${id}/cancel`, {})
  expect(cancelled.text).toContain('آپ کا آرڈر منسوخ ہو گیا ہے۔')
})

test('asks for a payment in Urdu, and says that it failed', async () => {
  const visitor = inUrdu(await signedIn(await newPerson()))
  const id = await placeOrder(visitor, 'payfast')
  const pay = await visitor.get(`/pay/${id}`)
  expect([words(dom(pay).querySelector('h1')), english(pay)]).toEqual(['PayFast کھل رہا ہے…', []])
  const failed = await visitor.get(`/profile/active-orders/payment-failed?order=${id}`)
  expect([failed.text, english(failed)]).toEqual([expect.stringContaining('ادائیگی مکمل نہیں ہوئی۔'), []])
  expect((await visitor.get(`/profile/active-orders/${id}`)).text).toContain('ادائیگی منسوخ ہو گئی یا ناکام رہی')
})

test('refuses in Urdu what a guest’s cart can’t do', async () => {
  const visitor = inUrdu(newVisitor())
  expect((await visitor.get('/cart')).text).toContain('آپ کا کارٹ خالی ہے')
  const unknown = await visitor.post('/cart', { intent: 'add', product: crypto.randomUUID() })
  expect(unknown.text).toContain('یہ چیز کارٹ میں نہیں ڈالی جا سکی')
  await addToCart(visitor)
  expect((await visitor.post('/cart', { intent: 'promo', code: 'NEVER-2020' })).text).toContain(
    'یہ پرومو کوڈ درست نہیں۔',
  )
})
