import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshPhone } from '../support/checkout.ts'
import { serviceBackend } from '../support/orders.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { startShop, type RunningShop } from '../support/running-shop.ts'
import { formFields, Visitor, type Fields, type Page } from '../support/visitor.ts'

// Codes that are typed at the checkout or come by a link, and why one isn't taken.

let shop: RunningShop

beforeAll(async () => {
  shop = await startShop({ GUEST_CHECKOUT: 'on' })
  const backend = serviceBackend(shop.sandbox.settings)
  const categories = await backend.from('product_categories').select('id, name').eq('name', 'Bra').limit(1).single()
  const code = { kind: 'fixed', value: 100 }
  await backend
    .from('promo_codes')
    .insert([
      { ...code, code: 'LINKED' },
      { ...code, code: 'SHIPPED', kind: 'delivery', value: 0 },
      { ...code, code: 'BRAS', category_id: categories.data?.id },
      { ...code, code: 'FIRST', is_first_order: true },
      { ...code, code: 'HERS', customer: '+923001234567' },
      { ...code, code: 'OVER', ends_at: '2026-03-02T10:00:00Z' },
      { ...code, code: 'EARLY', starts_at: '2199-03-02T10:00:00Z' },
    ])
    .throwOnError()
})
afterAll(() => shop.stop())

async function withRobe(visitor = new Visitor(shop.url)): Promise<Visitor> {
  const product = await visitor.get('/product/guest-robe')
  await visitor.post('/cart', { ...formFields(product.html, 'name="product"'), intent: 'add' })
  return visitor
}

async function filledForm(visitor: Visitor, more: Fields = {}): Promise<Fields> {
  const checkout = await visitor.get('/checkout')
  return {
    ...formFields(checkout.html, 'attemptKey'),
    email: `guest-${crypto.randomUUID()}@example.com`,
    firstName: 'Gul',
    address: '5 Sea View',
    city: 'Lahore',
    phone: freshPhone(),
    payment: 'cod',
    notes: 'Blue gate',
    intent: 'place',
    ...more,
  }
}

const problem = (page: Page) => words(dom(page).querySelector('#promo-problem'))
const rowsOf = (page: Page) => all(dom(page), '.wide-summary .sums dt')

test('a code that is typed at the checkout is applied and removed there, and the form stays', async () => {
  const visitor = await withRobe()
  const fields = await filledForm(visitor)
  const applied = await visitor.post('/checkout', { ...fields, code: ' linked ', intent: 'code' })
  expect([applied.status, rowsOf(applied).includes('Promo discount')]).toEqual([200, true])
  expect(words(dom(applied).querySelector('.applied-code'))).toBe('Promo code LINKED applied.')
  const shown = formFields(applied.html, 'attemptKey')
  expect(shown).toMatchObject({ email: fields.email, address: '5 Sea View', city: 'Lahore', payment: 'cod' })
  expect(words(dom(applied).querySelector('textarea[name=notes]'))).toBe('Blue gate')
  // The buttons lead to /checkout#promo. Another attempt must not end there, out of sight of its errors.
  expect(dom(applied).querySelector('.checkout-form')?.getAttribute('action')).toBe('/checkout')
  const removed = await visitor.post('/checkout', { ...shown, intent: 'remove-code' })
  expect([rowsOf(removed).includes('Promo discount'), formFields(removed.html, 'attemptKey').city]).toEqual([
    false,
    'Lahore',
  ])
})

test('a code that was typed and not applied is shown with its total before the order is placed', async () => {
  const visitor = await withRobe()
  const fields = await filledForm(visitor, { code: 'LINKED' })
  const shown = await visitor.post('/checkout', fields)
  expect([shown.url, rowsOf(shown).includes('Promo discount')]).toEqual(['/checkout', true])
  const again = { ...formFields(shown.html, 'attemptKey'), phone: fields.phone ?? '', intent: 'place' }
  const placed = await visitor.post('/checkout', again)
  expect(placed.url).toMatch(/^\/checkout\/placed\/ORD-/)
  expect(placed.text).toContain('Promo discount')
})

test('a code that isn’t taken is said why, and keeps nobody from ordering without it', async () => {
  const visitor = await withRobe()
  const fields = await filledForm(visitor, { code: 'BRAS' })
  const refused = await visitor.post('/checkout', fields)
  expect(problem(refused)).toBe('This promo code is for Bra, and your cart has none.')
  const again = { ...formFields(refused.html, 'attemptKey'), phone: fields.phone ?? '', intent: 'place' }
  expect(again).toMatchObject({ code: 'BRAS', promoCode: '' })
  expect((await visitor.post('/checkout', again)).url).toMatch(/^\/checkout\/placed\/ORD-/)
})

test.each([
  ['OVER', 'This promo code has expired. It ended on 02/03/2026.'],
  ['EARLY', 'This promo code is not valid yet. It begins on 02/03/2199.'],
  ['NO-SUCH', 'We don’t know this promo code.'],
])('the cart says why the code %s isn’t taken', async (code, reason) => {
  const visitor = await withRobe()
  expect(problem(await visitor.post('/cart', { intent: 'promo', code }))).toBe(reason)
})

test('a code for a first order, or for another customer, is refused once the form says who orders', async () => {
  const visitor = await withRobe()
  const phone = freshPhone()
  const first = await visitor.post('/checkout', await filledForm(visitor, { code: 'FIRST', phone }))
  const placed = await visitor.post('/checkout', { ...formFields(first.html, 'attemptKey'), phone, intent: 'place' })
  expect(placed.url).toMatch(/^\/checkout\/placed\/ORD-/)
  const again = await withRobe()
  const second = await again.post('/checkout', await filledForm(again, { code: 'FIRST', phone }))
  expect(problem(second)).toBe('This promo code is for a first order, and you have ordered before.')
  const hers = await again.post('/checkout', await filledForm(again, { code: 'HERS', phone }))
  expect(problem(hers)).toBe('This promo code is for another customer.')
})

test('a code that makes the delivery free is shown by a free delivery', async () => {
  const visitor = await withRobe()
  const page = await visitor.post('/cart', { intent: 'promo', code: 'SHIPPED' })
  expect(page.text).toMatch(/Delivery Fee Free .*Promo code SHIPPED applied\./)
})

test('a link puts its code into the cart, says so once, and keeps no page of its own', async () => {
  const visitor = new Visitor(shop.url)
  const response = await visitor.request('/code/linked')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
  expect(response.headers.get('cache-control')).toContain('no-store')
  const home = await visitor.get('/')
  expect(home.text).toContain('The promo code LINKED is in your cart.')
  expect((await visitor.get('/')).text).not.toContain('LINKED')
  await withRobe(visitor)
  expect((await visitor.get('/cart')).text).toContain('Promo code LINKED applied.')
})

test.each(['OVER', 'NO-SUCH', '%20', 'x'.repeat(300)])(
  'a link with the code %s brings none, and says why',
  async (code) => {
    const visitor = new Visitor(shop.url)
    const page = await visitor.get(`/code/${code}`)
    expect([page.url, page.text]).toEqual(['/', expect.stringMatching(/(We don’t know this|This) promo code/)])
    await withRobe(visitor)
    expect((await visitor.get('/cart')).text).not.toContain('applied.')
  },
)
