import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutFields } from '../support/checkout.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { mailTo, newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Page, type Visitor } from '../support/visitor.ts'

// A slip of which Black M is sold out and Pink M is there, as shoppers without JavaScript meet it.

const SLUG = 'two-colour-slip'
const PAGE = `/product/${SLUG}`
const db = serviceClient
let product = ''
const ids = { Black: '', Pink: '', M: '', L: '' }

beforeAll(async () => {
  const made = await db().from('products').insert({ name: 'Two-colour slip', slug: SLUG, price: 1200 }).select('id')
  product = made.data?.[0]?.id ?? ''
  const { data: colors } = await db().from('colors').select('id, name').in('name', ['Black', 'Pink']).order('name')
  const { data: sizes } = await db()
    .from('product_variants')
    .insert([
      { product_id: product, size: 'M', display_order: 1 },
      { product_id: product, size: 'L', display_order: 2 },
    ])
    .select('id, label')
  Object.assign(
    ids,
    Object.fromEntries([
      ...(colors ?? []).map(({ id, name }) => [name, id]),
      ...(sizes ?? []).map(({ id, label }) => [label, id]),
    ]),
  )
  await db()
    .from('product_colors')
    .insert([ids.Black, ids.Pink].map((id, place) => ({ product_id: product, color_id: id, display_order: place })))
  await db()
    .from('variant_stock')
    .insert([
      { variant_id: ids.M, color_id: ids.Black, stock: 0 },
      { variant_id: ids.M, color_id: ids.Pink, stock: 2 },
      { variant_id: ids.L, color_id: ids.Black, stock: 9 },
      { variant_id: ids.L, color_id: ids.Pink, stock: null },
    ])
    .throwOnError()
})
afterAll(async () => {
  await db().from('products').delete().eq('id', product)
})

/** Returns the sizes as the page of a colour shows them. */
async function sizesOf(color: string): Promise<string[]> {
  const root = dom(await newVisitor().get(`${PAGE}?color=${color}`))
  return root
    .querySelectorAll('.choices.size label')
    .map((label) => `${words(label)}${label.querySelector('input')?.hasAttribute('disabled') ? ', disabled' : ''}`)
}

const add = (visitor: Visitor, color: string, quantity = '1') =>
  visitor.post('/cart', { intent: 'add', product, slug: SLUG, size: 'M', color, quantity })
const problems = (page: Page) => all(dom(page), '.cart-line .error')

test('the product’s page says what is left of each size in the chosen colour (ST-01)', async () => {
  expect(await sizesOf('Black')).toEqual(['M Sold out in Black, disabled', 'L'])
  expect(await sizesOf('Pink')).toEqual(['M Only 2 left', 'L'])
  // The first size in stock of the first colour.
  const chosen = dom(await newVisitor().get(PAGE)).querySelectorAll('#buy input[checked]')
  expect(chosen.map((input) => input.getAttribute('value'))).toEqual(['Black', 'L'])
})

test('cart, wishlist and checkout refuse the colour that is sold out, and sell the other one (ST-01, ST-04)', async () => {
  const visitor = await signedIn(await newPerson())
  expect(problems(await add(visitor, 'Black'))).toEqual(['Sold out in this size and color. It isn’t in your total.'])
  const page = await add(visitor, 'Pink', '3')
  expect(problems(page).at(-1)).toBe('Only 2 left in this size and color.')
  expect(all(dom(page), '.line-options select[name=size] option')).toEqual(['M, sold out in Black', 'L', 'M', 'L'])
  const black = dom(page).querySelector('.cart-line')
  const key = formFields(black?.toString() ?? '', 'name="key"')
  const saved = await visitor.post('/wishlist', { ...key, slug: SLUG, quantity: '1', intent: 'later' })
  expect(problems(saved)).toEqual(['Only 2 left in this size and color.'])
  expect(all(dom(await visitor.get('/wishlist')), '.line-problem .error')).toEqual(['Sold out in Black, size M.'])
  await visitor.post('/cart', {
    ...formFields(dom(saved).querySelector('.line-problem')?.toString() ?? '', 'name="key"'),
    intent: 'set',
  })
  const placed = await visitor.post('/checkout', await checkoutFields(visitor, 'cod'))
  expect(placed.text).toContain('Order Placed Successfully')
  const { data } = await db()
    .from('stock_changes')
    .select('reason, size, color, change, stock_after')
    .eq('product_id', product)
    .eq('reason', 'sold')
  expect(data).toEqual([{ reason: 'sold', size: 'M', color: 'Pink', change: -2, stock_after: 0 }])
  await db().from('variant_stock').update({ stock: 2 }).eq('variant_id', ids.M).eq('color_id', ids.Pink)
})

test('search engines and the feed get the availability of each colour and size (ST-02)', async () => {
  const page = dom(await newVisitor().get(PAGE))
  const data = page.querySelectorAll('script[type="application/ld+json"]').map((one) => JSON.parse(one.textContent))
  const offers = (data[0]['@graph'][0].hasVariant as { offers: { url: string; availability: string } }[]).map(
    ({ offers: { url, availability } }) => `${url.split('?')[1]} ${availability.split('/').at(-1)}`,
  )
  expect(offers).toEqual([
    'color=Black&size=M OutOfStock',
    'color=Black&size=L InStock',
    'color=Pink&size=M InStock',
    'color=Pink&size=L InStock',
  ])
})

test('an alert waits for the colour that is sold out, and its mail says which (ST-02)', async () => {
  const [visitor, email] = [newVisitor(), `colour-${crypto.randomUUID().slice(0, 8)}@example.com`]
  const page = await visitor.get(`${PAGE}?color=Black&size=M`)
  expect(all(dom(page), '#alert-size option')).toEqual(['M in Black'])
  const form = `/back-in-stock?product=${SLUG}`
  expect((await visitor.post(form, { size: 'M in Pink', email })).text).toContain('This size is in stock.')
  expect((await visitor.post(form, { size: 'M in Black', email })).url).toBe(`${PAGE}?color=Black&size=M`)
  const { text = '' } = await mailTo(email, /Shall we mail you when Two-colour slip is back/)
  expect(text).toContain('size M in Black')
  const link = /\/back-in-stock\/confirm\S+/.exec(text)?.[0] ?? ''
  const confirm = await visitor.get(link)
  const confirmed = await visitor.post(link, formFields(confirm.html, 'name="token"'))
  expect(confirmed.text).toContain('We will mail you once when size M in Black is back.')
  const { data } = await db().from('stock_alerts').select('variant_id, color_id').eq('email', email)
  expect(data).toEqual([{ variant_id: ids.M, color_id: ids.Black }])
})
