import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { all, dom, links, words } from '../support/page-dom.ts'
import {
  anonymousClient,
  asPerson,
  newPerson,
  newVisitor,
  serviceClient,
  signedIn,
  someProduct,
} from '../support/people.ts'
import { newOperator } from '../support/desk.ts'
import { readCookie } from '../support/shop-cookies.ts'
import { formFields, type Page, type Visitor } from '../support/visitor.ts'

const ids = { gone: crypto.randomUUID(), sale: crypto.randomUUID() }

beforeAll(async () => {
  const { error } = await serviceClient()
    .from('products')
    .insert([
      { id: ids.gone, name: 'Going robe', slug: 'going-robe', price: 1000, created_at: '2020-01-01' },
      {
        id: ids.sale,
        name: 'Third off shirt',
        slug: 'third-off-shirt',
        price: 1499.99,
        discount: 33.33,
        created_at: '2020-01-01',
      },
    ])
  if (error) throw error
})
afterAll(async () => {
  await serviceClient().from('products').delete().in('id', Object.values(ids))
})

function sums(page: Page): Record<string, string> {
  const lines = dom(page).querySelectorAll('main .sums > div')
  return Object.fromEntries(lines.map((line) => [words(line.querySelector('dt')), words(line.querySelector('dd'))]))
}
const lines = (page: Page) => dom(page).querySelectorAll('.cart-line')
const add = (visitor: Visitor, fields: Record<string, string>) => visitor.post('/cart', { intent: 'add', ...fields })
const money = (rupees: number) =>
  `Rs. ${rupees.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Submits a button of the first line. */
async function press(visitor: Visitor, intent: string, change: Record<string, string> = {}): Promise<Page> {
  const { key } = formFields((await visitor.get('/cart')).html, 'name="key"')
  return visitor.post('/cart', { key: String(key), intent, ...change })
}

test('shows that the cart is empty, and what to do next (CA-01, CA-02, CA-03, CA-04, CA-05)', async () => {
  const guest = dom(await newVisitor().get('/cart'))
  expect(all(guest, '.breadcrumb li')).toEqual(['Home', 'Cart'])
  expect(words(guest.querySelector('h1'))).toBe('your cart')
  expect(words(guest.querySelector('.empty'))).toContain('Your cart is empty')
  expect(words(guest.querySelector('.empty'))).toContain('Have an account?')
  expect(links(guest, '.empty a')).toEqual(['/product-listing', '/login?to=%2Fcart'])
  const shopper = dom(await (await signedIn(await newPerson())).get('/cart'))
  expect(words(shopper.querySelector('.empty'))).toMatch(/^Your cart is empty ?Browse our products$/)
  expect(links(shopper, '.empty a')).toEqual(['/product-listing'])
})

test('shows what sells best while cart, wishlist or orders are empty (CA-54)', async () => {
  const shopper = await signedIn(await newPerson())
  const shown = async (path: string) => links(dom(await shopper.get(path)), 'main a.card')
  const best = await shown('/cart')
  expect(best).toHaveLength(4)
  expect([await shown('/wishlist'), await shown('/profile/active-orders')]).toEqual([best, best])
  await addToCart(shopper)
  expect(await shown('/cart')).toEqual([])
})

test('says once what was added, with its picture, size and colour, and leads back and on', async () => {
  const product = await someProduct()
  const guest = newVisitor()
  const chosen = { product: product.id, size: product.size, color: product.color }
  const notice = (page: Page) => dom(page).querySelector('.added')
  const page = await add(guest, chosen)
  const added = notice(page)
  expect(words(added?.querySelector('[role=status]') ?? null)).toBe('Added to your cart')
  expect(added?.hasAttribute('autofocus')).toBe(true)
  expect(added?.querySelector('img')?.getAttribute('src')).toBe(
    lines(page)[0]?.querySelector('img')?.getAttribute('src'),
  )
  expect(words(added)).toContain(`Size ${product.size}, ${product.color}`)
  const ways = (found: Page) =>
    notice(found)
      ?.querySelectorAll('a')
      .map((link) => [words(link), link.getAttribute('href')])
  const back = `/product/satin-nightgown-with-lace-hem?${new URLSearchParams({ color: product.color, size: product.size })}`
  expect(ways(page)).toEqual([
    ['Keep shopping', back],
    ['Go to Checkout', '/cart?login=required'],
  ])
  expect(dom(page).querySelector('.flash')).toBeNull()
  expect(notice(await guest.get('/cart'))).toBeNull()
  const shopper = await signedIn(await newPerson())
  expect(ways(await add(shopper, { ...chosen, from: '/on-sale?page=2#card' }))).toEqual([
    ['Keep shopping', '/on-sale?page=2#card'],
    ['Go to Checkout', '/checkout'],
  ])
  expect(ways(await add(shopper, { ...chosen, from: 'https://evil.example/' }))?.[0]).toEqual(['Keep shopping', '/'])
  await add(shopper, { product: ids.gone })
  await serviceClient().from('products').update({ is_active: false }).eq('id', ids.gone)
  expect(ways(await add(shopper, chosen))).toEqual([['Keep shopping', back]])
  await serviceClient().from('products').update({ is_active: true }).eq('id', ids.gone)
})

test('the desk adds a button that goes straight to the checkout, or to the dialog for those who have to log in', async () => {
  const { desk } = await newOperator('Desk Person')
  const path = '/desk/settings/buy_now'
  const form = async () => formFields((await desk.get(path)).html, 'name="id"')
  // Each page is asked for once, since the shop of the tests doesn't watch the catalogue for changes.
  const parts = async (slug: string) =>
    dom(await newVisitor().get(`/product/${slug}`))
      .querySelectorAll('.buy-bar > *')
      .map((part) => [words(part), part.getAttribute('value')])
  expect(await parts('going-robe')).toEqual([
    [expect.stringMatching(/^Rs\. /), undefined],
    ['Add to Cart', 'add'],
  ])
  const fields = await form()
  expect((await desk.post(path, { ...fields, has_buy_now: 'on' })).text).toContain('The button is saved.')
  expect(await parts('third-off-shirt')).toEqual([
    [expect.stringMatching(/^Rs\. /), undefined],
    ['Add to Cart', 'add'],
    ['Buy now', 'buy'],
  ])
  const { has_buy_now: _, ...without } = await form()
  expect((await desk.post(path, without)).text).toContain('The button is saved.')
  const product = await someProduct()
  const chosen = { intent: 'buy', product: product.id, size: product.size, color: product.color }
  const guest = newVisitor()
  const asked = await guest.post('/cart', chosen)
  expect([asked.url, words(dom(asked).querySelector('[role=dialog] h2'))]).toEqual([
    '/cart?login=required',
    'Login Required',
  ])
  expect(lines(asked)).toHaveLength(1)
  const shopper = await signedIn(await newPerson())
  const checkout = await shopper.post('/cart', chosen)
  expect([checkout.url, words(dom(checkout).querySelector('main'))]).toEqual([
    '/checkout',
    expect.stringContaining('Satin nightgown with lace hem'),
  ])
  expect((await shopper.post('/cart', { ...chosen, size: '' })).url).toContain('missing=size')
})

test('shows a line’s picture, name, size and colour from the current catalogue (CA-06, CA-07, CA-08, CA-09, CA-48)', async () => {
  const product = await someProduct()
  const visitor = newVisitor()
  await add(visitor, { product: product.id, size: product.size, color: product.color })
  const [line] = lines(await visitor.get('/cart'))
  expect(line?.querySelector('img')?.getAttribute('src')).toMatch(/^\/images\/\d+\//)
  expect(words(line?.querySelector('h2') ?? null)).toBe(product.name)
  expect(words(line?.querySelector('.line-about') ?? null)).toContain(`Size ${product.size}, ${product.color}`)
  await add(visitor, { product: ids.sale, size: '', color: '' })
  const change = async (fields: { name: string; price: number; discount: number }) => {
    await serviceClient().from('products').update(fields).eq('id', ids.sale)
    const [, changed = null] = lines(await visitor.get('/cart'))
    return ['h2', '.price'].map((part) => words(changed?.querySelector(part) ?? null))
  }
  const picture = async () =>
    lines(await visitor.get('/cart'))[1]
      ?.querySelector('img')
      ?.getAttribute('src')
  expect(await change({ name: 'Half off shirt', price: 2000, discount: 50 })).toEqual([
    'Half off shirt',
    'Rs. 1,000.00 before Rs. 2,000.00',
  ])
  expect(await change({ name: 'Third off shirt', price: 1499.99, discount: 33.33 })).toEqual([
    'Third off shirt',
    'Rs. 1,000.04 before Rs. 1,499.99',
  ])
  const url = '/pictures/satin-robe-with-tie-belt-red-back.webp'
  const before = await picture()
  await serviceClient().from('product_media').insert({ product_id: ids.sale, url })
  expect([before, await picture()]).toEqual([
    undefined,
    expect.stringMatching(/^\/images\/\d+\/pictures\/satin-robe-with-tie-belt-red-back\.jpg$/),
  ])
})

test('says so if the browser hasn’t kept the cart’s cookie, and only then', async () => {
  const visitor = newVisitor()
  const added = await visitor.submit('/cart', { product: ids.gone, slug: 'going-robe', quantity: '1', intent: 'add' })
  const next = added.headers.get('location') ?? ''
  expect(next).toBe('/cart?cookie=first')
  const lost = await newVisitor().get(next)
  expect(words(dom(lost).querySelector('main [role=alert]'))).toMatch(/^Your browser didn’t keep our cookie/)
  const kept = await visitor.get(next)
  expect([kept.url, kept.text.includes('cookie')]).toEqual(['/cart', false])
})

test('shows a discounted line with its price, the old price struck through, and the percentage (CA-10, CA-11, CA-12, CA-13, CA-14)', async () => {
  const visitor = newVisitor()
  await add(visitor, { product: ids.sale })
  await add(visitor, { product: ids.gone })
  const [sale, plain] = lines(await visitor.get('/cart'))
  expect(words(sale?.querySelector('.price s') ?? null)).toBe('Rs. 1,499.99')
  expect(words(sale?.querySelector('.price') ?? null)).toBe('Rs. 1,000.04 before Rs. 1,499.99')
  expect(words(sale?.querySelector('.badge') ?? null)).toBe('-33%')
  expect(words(plain?.querySelector('.price') ?? null)).toBe('Rs. 1,000.00')
  expect([plain?.querySelector('s'), plain?.querySelector('.badge')]).toEqual([null, null])
})

test('changes quantities by plus, minus and the bin, never below one, and drops the cookie of an empty cart (CA-15, CA-16, CA-17, CA-18, CA-19, CA-46)', async () => {
  const visitor = newVisitor()
  await add(visitor, { product: ids.gone })
  const quantity = (page: Page) => words(lines(page)[0]?.querySelector('output') ?? null)
  expect(quantity(await press(visitor, 'more'))).toBe('2')
  expect(quantity(await press(visitor, 'less'))).toBe('1')
  expect(quantity(await press(visitor, 'less'))).toBe('1')
  expect(quantity(await press(visitor, 'set', { quantity: '9998' }))).toBe('9998')
  expect(quantity(await press(visitor, 'more'))).toBe('9999')
  expect(quantity(await press(visitor, 'more'))).toBe('9999')
  const cart = dom(await visitor.get('/cart'))
  expect(words(cart.querySelector('.remove'))).toMatch(/^Remove Going robe/)
  expect(cart.querySelector('.remove svg')).not.toBeNull()
  expect((await press(visitor, 'remove')).text).toContain('Your cart is empty')
  expect(visitor.cookies.has('addtocartItems')).toBe(false)
})

test('recomputes the summary to the paisa on every page (CA-20, CA-21, CA-22, CA-23, CA-24, CA-25, CA-26, CA-37)', async () => {
  const visitor = newVisitor()
  await add(visitor, { product: ids.gone, quantity: '2' })
  const before = await visitor.get('/cart')
  expect(words(dom(before).querySelector('#summary-title'))).toBe('Order Summary')
  expect(sums(before)).toEqual({ Subtotal: 'Rs. 2,000.00', 'Delivery Fee': 'Rs. 150.00', Total: 'Rs. 2,150.00' })
  await add(visitor, { product: ids.sale, quantity: '3' })
  expect(sums(await visitor.get('/cart?total=1&state=%7B%22total%22%3A1%7D'))).toEqual({
    Subtotal: 'Rs. 6,499.97',
    'Discount Savings': '−Rs. 1,499.85',
    'Delivery Fee': 'Rs. 150.00',
    Total: 'Rs. 5,150.12',
  })
})

test('applies promo codes by percentage or sum, within their dates, from their minimum, up to their limit (CA-27, CA-28, CA-29, CA-30, CA-31, CA-32, CA-33, CA-34)', async () => {
  const visitor = newVisitor()
  await add(visitor, { product: ids.gone, quantity: '2' })
  const form = dom(await visitor.get('/cart')).querySelector('form.promo')
  expect([form?.querySelector('input[name=code]') !== null, words(form?.querySelector('button') ?? null)]).toEqual([
    true,
    'Apply',
  ])
  const apply = async (code: string) => (await visitor.post('/cart', { intent: 'promo', code })).text
  expect(await apply('NOSUCHCODE')).toContain('We don’t know this promo code.')
  expect(await apply('SPRING25')).toContain('This promo code has expired.')
  expect(await apply('NEXTYEAR')).toContain('This promo code is not valid yet.')
  expect(await apply('FIRST100')).toContain('This promo code has been used up.')
  expect(await apply('EID500')).toContain('This promo code needs a minimum of Rs. 3,000.00.')
  expect(sums(await visitor.get('/cart')).Total).toBe('Rs. 2,150.00')
  expect(await apply(' jasmine10 ')).toContain('Promo code JASMINE10 applied.')
  expect(sums(await visitor.get('/cart'))).toMatchObject({
    'Promo discount': expect.stringContaining('200.00'),
    Total: 'Rs. 1,950.00',
  })
  await press(visitor, 'set', { quantity: '3' })
  expect(await apply('EID500')).toContain('Promo code EID500 applied.')
  expect(sums(await visitor.get('/cart')).Total).toBe('Rs. 2,650.00')
  await press(visitor, 'less')
  const below = await visitor.get('/cart')
  expect(below.text).toContain('This promo code needs a minimum of Rs. 3,000.00.')
  expect(sums(below).Total).toBe('Rs. 2,150.00')
})

test('leads a shopper to the checkout, and asks a guest to log in (CA-35, CA-36, CA-38, CA-39, CA-40, CA-41, CA-42, CA-44)', async () => {
  const guest = newVisitor()
  await addToCart(guest)
  const cart = dom(await guest.get('/cart'))
  const onward = cart.querySelectorAll('main a').find((link) => words(link) === 'Go to Checkout')
  const asked = dom(await guest.get(onward?.getAttribute('href') ?? ''))
  const dialog = asked.querySelector('[role=dialog]')
  expect(words(dialog)).toMatch(/^Login Required ?Please login to continue to checkout/)
  const buttons = dialog?.querySelectorAll('a').map((link) => [words(link), link.getAttribute('href')])
  expect(buttons).toEqual([
    ['Login', '/login?to=%2Fcheckout'],
    ['Cancel', '/cart#to-checkout'],
  ])
  const cancelled = dom(await guest.get('/cart'))
  expect([cancelled.querySelector('[role=dialog]'), lines(await guest.get('/cart')).length]).toEqual([null, 1])
  const shopper = await signedIn(await newPerson())
  await addToCart(shopper)
  const next = dom(await shopper.get('/cart'))
    .querySelectorAll('main a')
    .find((link) => words(link) === 'Go to Checkout')
  expect(next?.getAttribute('href')).toBe('/checkout')
})

test('keeps a visitor’s cart in a cookie of products, sizes, colours and quantities only (CA-45, CA-47, CA-51)', async () => {
  const visitor = newVisitor()
  const product = await someProduct()
  await add(visitor, { product: product.id, size: product.size, color: product.color, quantity: '2' })
  await visitor.get('/product-listing')
  await visitor.get('/')
  expect(lines(await visitor.get('/cart'))).toHaveLength(1)
  expect(await readCookie(visitor, 'addtocartItems', inject('sandbox').SESSION_SECRET)).toEqual([
    [product.id, product.size, product.color, 2],
  ])
})

test('marks a product that is gone, and refuses the order until it is removed (CA-49, CA-50)', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  await addToCart(visitor)
  await add(visitor, { product: ids.gone })
  const fields = await checkoutFields(visitor, 'cod')
  await serviceClient().from('products').update({ is_active: false }).eq('id', ids.gone)
  const page = await visitor.get('/cart')
  const gone = lines(page)[1]
  expect(words(gone?.querySelector('h2') ?? null)).toBe('Going robe')
  expect(words(gone?.querySelector('.error') ?? null)).toBe(
    'This product is no longer available. It isn’t in your total.',
  )
  expect(words(gone?.querySelector('.line-problem button') ?? null)).toBe('Remove Going robe')
  expect([gone?.querySelector('h2 a'), gone?.querySelector('.price'), gone?.querySelector('.stepper')]).toEqual([
    null,
    null,
    null,
  ])
  const { data: robe } = await serviceClient().from('products').select('final_price').eq('slug', 'guest-robe').single()
  expect(sums(page).Total).toBe(money(Number(robe?.final_price) + 150))
  expect(page.text).not.toContain('Go to Checkout')
  expect((await visitor.get('/checkout')).url).toBe('/cart')
  const refused = await visitor.post('/checkout', fields)
  expect([refused.url, refused.text]).toEqual([
    '/cart',
    expect.stringContaining('Something in your cart can no longer be ordered.'),
  ])
  expect((await serviceClient().from('orders').select('id').eq('user_id', person.id)).data).toEqual([])
  await serviceClient().from('products').update({ is_active: true }).eq('id', ids.gone)
  expect((await visitor.get('/cart')).text).toContain('Go to Checkout')
})

/** Runs a function while every size of a product has this stock. */
async function withStock(productId: string, stock: number, run: () => Promise<void>): Promise<void> {
  const { data } = await serviceClient().from('product_variants').select('id, stock').eq('product_id', productId)
  await serviceClient().from('product_variants').update({ stock }).eq('product_id', productId)
  await run().finally(async () => {
    for (const variant of data ?? []) {
      await serviceClient().from('product_variants').update({ stock: variant.stock }).eq('id', variant.id)
    }
  })
}

test('names a sold-out size on its line and leaves it out of the total', async () => {
  const visitor = newVisitor()
  const product = await someProduct()
  await add(visitor, { product: product.id, size: product.size, color: product.color })
  await add(visitor, { product: ids.gone })
  await withStock(product.id, 0, async () => {
    const page = await visitor.get('/cart')
    expect(words(lines(page)[0]?.querySelector('.error') ?? null)).toBe(
      'Sold out in this size. It isn’t in your total.',
    )
    expect([lines(page)[0]?.querySelector('.line-total'), sums(page).Total]).toEqual([null, 'Rs. 1,150.00'])
  })
})

test('offers to reduce the quantity to the stock, over all colors of a size', async () => {
  const visitor = newVisitor()
  const { data } = await serviceClient()
    .from('products')
    .select('id, product_variants!inner(label), product_colors!inner(colors(name))')
    .eq('slug', 'kimono-robe')
    .single()
  const size = data?.product_variants[0]?.label ?? ''
  const [one, other] = (data?.product_colors ?? []).map(({ colors }) => colors.name)
  const product = data?.id ?? ''
  await add(visitor, { product, size, color: one ?? '', quantity: '3' })
  await add(visitor, { product, size, color: other ?? '', quantity: '3' })
  await withStock(product, 5, async () => {
    const page = await visitor.get('/cart')
    expect(lines(page).map((line) => words(line.querySelector('.error')))).toEqual([
      '',
      'Only 5 left in this size, in all colors together.',
    ])
    expect(page.text).not.toContain('Go to Checkout')
    const form = lines(page)[1]?.querySelector('.line-problem')
    expect(words(form?.querySelector('button') ?? null)).toMatch(/^Set to 2 of Kimono robe/)
    const after = await visitor.post('/cart', { ...formFields(form?.toString() ?? '', 'name="key"'), intent: 'set' })
    expect(lines(after).map((line) => words(line.querySelector('output')))).toEqual(['3', '2'])
    expect(after.text).toContain('Go to Checkout')
  })
})

test('shows each line’s total; they add up to the subtotal after savings', async () => {
  const visitor = newVisitor()
  await add(visitor, { product: ids.gone, quantity: '2' })
  await add(visitor, { product: ids.sale, quantity: '3' })
  const page = await visitor.get('/cart')
  expect(lines(page).map((line) => words(line.querySelector('.line-total')))).toEqual([
    'Line total Rs. 2,000.00',
    'Line total Rs. 3,000.12',
  ])
  expect(sums(page).Total).toBe('Rs. 5,150.12')
})

test('keeps a refused promo code in its field with the reason, until it is changed or removed', async () => {
  const visitor = newVisitor()
  await add(visitor, { product: ids.gone, quantity: '2' })
  const response = await visitor.submit('/cart', { intent: 'promo', code: 'eid500' })
  expect(response.headers.get('location')).toBe('/cart#promo')
  const field = async () => {
    const page = dom(await visitor.get('/cart'))
    const input = page.querySelector('#promo-code')
    return [
      input?.getAttribute('value'),
      input?.getAttribute('aria-invalid'),
      words(page.querySelector(`#${input?.getAttribute('aria-describedby')}`)),
    ]
  }
  const refused = ['EID500', 'true', 'This promo code needs a minimum of Rs. 3,000.00.']
  expect([await field(), await field()]).toEqual([refused, refused])
  await press(visitor, 'less')
  expect(await field()).toEqual(refused)
  expect(sums(await press(visitor, 'set', { quantity: '3' })).Total).toBe('Rs. 2,650.00')
  const applied = dom(await visitor.get('/cart'))
  expect(words(applied.querySelector('.promo button'))).toBe('Remove promo code EID500')
  const form = formFields(applied.querySelector('.promo')?.toString() ?? '', 'promo')
  const removed = await visitor.post('/cart', { ...form, code: '' })
  expect(sums(removed).Total).toBe('Rs. 3,150.00')
  expect(words(dom(removed).querySelector('.promo'))).toBe('Promo code Apply')
})

test('undoes a removal, and only once', async () => {
  for (const visitor of [newVisitor(), await signedIn(await newPerson())]) {
    await add(visitor, { product: ids.gone, quantity: '4' })
    const before = formFields(lines(await visitor.get('/cart'))[0]?.toString() ?? '', 'name="key"')
    const removed = await visitor.post('/cart', { ...before, intent: 'remove' })
    const notice = dom(removed).querySelector('.left-line')
    expect(words(notice)).toBe('Removed Going robe. Undo')
    const fields = { ...formFields(notice?.toString() ?? '', 'name="key"'), intent: 'undo' }
    const quantities = (page: Page) => lines(page).map((line) => words(line.querySelector('output')))
    expect(quantities(await visitor.post('/cart', fields))).toEqual(['4'])
    const again = await visitor.post('/cart', fields)
    expect([quantities(again), dom(again).querySelector('.left-line')]).toEqual([['4'], null])
  }
})

test('changes a line’s size and color in place, and merges lines with the same choice', async () => {
  const { data } = await serviceClient()
    .from('products')
    .select('id, product_variants!inner(label), product_colors!inner(colors(name))')
    .eq('slug', 'kimono-robe')
    .single()
  const [small = '', large = ''] = (data?.product_variants ?? []).map(({ label }) => label)
  const [one = '', other = ''] = (data?.product_colors ?? []).map(({ colors }) => colors.name)
  const product = data?.id ?? ''
  for (const visitor of [newVisitor(), await signedIn(await newPerson())]) {
    await add(visitor, { product, size: small, color: one })
    await add(visitor, { product: ids.gone })
    await add(visitor, { product, size: large, color: one, quantity: '2' })
    const optionsAndQuantities = (page: Page) =>
      lines(page).map((line) => [
        words(line.querySelector('.line-about')).replace(/ -\d+%$/, ''),
        words(line.querySelector('output')),
      ])
    const choose = (place: number, size: string, color: string) => async () => {
      const form = lines(await visitor.get('/cart'))[place]?.querySelector('details form')
      const fields = formFields(form?.toString() ?? '', 'name="key"')
      return visitor.post('/cart', { ...fields, size, color, intent: 'choose' })
    }
    expect(optionsAndQuantities(await choose(0, small, other)())).toEqual([
      [`Size ${small}, ${other}`, '1'],
      ['', '1'],
      [`Size ${large}, ${one}`, '2'],
    ])
    expect((await choose(0, 'no such size', other)()).text).toContain('Please select a size')
    expect(optionsAndQuantities(await choose(0, large, one)())).toEqual([
      [`Size ${large}, ${one}`, '3'],
      ['', '1'],
    ])
  }
})

test('says from which price a line has risen since it came into the cart, and charges the new one', async () => {
  const id = crypto.randomUUID()
  const priced = (price: number) => serviceClient().from('products').update({ price }).eq('id', id).throwOnError()
  await serviceClient()
    .from('products')
    .insert({ id, name: 'Rising slip', slug: `rising-${id}`, price: 1000, created_at: '2020-01-01' })
    .throwOnError()
  const visitor = newVisitor()
  const notes = (page: Page) => all(dom(page), '.line-rose')
  expect(notes(await add(visitor, { product: id }))).toEqual([])
  await priced(1200)
  const risen = await visitor.get('/cart')
  expect(notes(risen)).toEqual(['The price has risen since you put this in your cart: it was Rs. 1,000.00.'])
  expect(sums(risen).Subtotal).toBe('Rs. 1,200.00')
  expect(notes(await press(visitor, 'more'))).toHaveLength(1)
  await priced(900)
  expect(notes(await visitor.get('/cart'))).toEqual([])
  await press(visitor, 'remove')
  await priced(1500)
  expect(notes(await add(visitor, { product: id }))).toEqual([])
  await serviceClient().from('products').delete().eq('id', id)
})

test('says that a line has left the cart in another tab, whatever is done to it, and offers to put it back', async () => {
  for (const visitor of [newVisitor(), await signedIn(await newPerson())]) {
    for (const intent of ['more', 'less', 'set', 'choose']) {
      await add(visitor, { product: ids.sale })
      const fields = { ...formFields((await visitor.get('/cart')).html, 'name="key"'), quantity: '3' }
      await visitor.post('/cart', { ...fields, intent: 'remove' })
      const page = await visitor.post('/cart', { ...fields, intent })
      expect([intent, words(dom(page).querySelector('main [role=status]'))]).toEqual([
        intent,
        'Third off shirt is no longer in your cart. It was removed or ordered in another tab or on another device. Put it back',
      ])
      const back = await visitor.post('/cart', { ...formFields(page.html, 'left-line'), intent: 'undo' })
      expect(lines(back)).toHaveLength(1)
      await press(visitor, 'remove')
    }
  }
})

test('merges the changes of two tabs', async () => {
  const visitor = newVisitor()
  await add(visitor, { product: ids.gone })
  const oldTab = formFields((await visitor.get('/cart')).html, 'name="key"')
  await add(visitor, { product: ids.sale })
  await visitor.post('/cart', { key: String(oldTab.key), intent: 'more' })
  const page = await visitor.get('/cart')
  expect(lines(page).map((line) => [words(line.querySelector('h2')), words(line.querySelector('output'))])).toEqual([
    ['Going robe', '2'],
    ['Third off shirt', '1'],
  ])
})

test('shares a shopper’s cart between devices: merges it at login, changes it by lines, empties it after the order, and forgets it at logout', async () => {
  const person = await newPerson()
  const phone = newVisitor()
  await add(phone, { product: ids.gone, quantity: '2' })
  const laptop = newVisitor()
  await add(laptop, { product: ids.gone, quantity: '3' })
  await add(laptop, { product: ids.sale })
  const login = { emailOrPhone: person.email, password: person.password }
  await phone.post('/login', login)
  await laptop.post('/login', login)
  const cartOf = async (device: Visitor) =>
    lines(await device.get('/cart')).map((line) => [
      words(line.querySelector('h2')),
      words(line.querySelector('output')),
    ])
  const merged = [
    ['Going robe', '3'],
    ['Third off shirt', '1'],
  ]
  expect([await cartOf(phone), await cartOf(laptop)]).toEqual([merged, merged])
  expect(words(dom(await phone.get('/')).querySelector('header .count'))).toBe('2')
  await press(phone, 'more')
  await press(laptop, 'more')
  expect((await cartOf(laptop))[0]).toEqual(['Going robe', '5'])
  await phone.post('/logout', {})
  expect((await phone.get('/cart')).text).toContain('Your cart is empty')
  await phone.post('/login', login)
  expect((await cartOf(phone))[0]).toEqual(['Going robe', '5'])
  const { data } = await (await asPerson(person)).rpc('change_cart', { p_change: 'read' })
  expect(data).toHaveLength(2)
  const fields = await checkoutFields(phone, 'cod')
  const product = await someProduct()
  await add(laptop, { product: product.id, size: product.size, color: product.color })
  expect((await phone.post('/checkout', fields)).text).toContain('Order Placed Successfully')
  expect((await cartOf(laptop)).map(([name]) => name)).toEqual([product.name])
})

test('attack: never shows or changes another shopper’s cart', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  await add(visitor, { product: ids.gone })
  const stranger = await asPerson(await newPerson())
  expect((await stranger.from('cart_items').select('*')).error?.code).toBe('42501')
  expect((await stranger.rpc('change_cart', { p_change: 'read' })).data).toEqual([])
  await stranger.rpc('change_cart', { p_change: 'remove', p_lines: [{ product_id: ids.gone, size: '', color: '' }] })
  expect((await anonymousClient().rpc('change_cart', { p_change: 'read' })).error?.code).toBe('42501')
  expect(all(dom(await visitor.get('/cart')), '.cart-line h2')).toEqual(['Going robe'])
})

test('shows the same costs in cart, checkout, order and payment', async () => {
  const visitor = await signedIn(await newPerson())
  await add(visitor, { product: ids.sale, quantity: '7' })
  await visitor.post('/cart', { intent: 'promo', code: 'JASMINE10' })
  const cart = sums(await visitor.get('/cart'))
  const checkout = await visitor.get('/checkout')
  expect(checkout.text).toContain(`Pay ${cart.Total}`)
  expect(cart.Total).toBe(money(7 * 1000.04 - 700.03 + 150))
})
