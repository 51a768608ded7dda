import { expect, test } from 'vitest'
import { copyOfProduct, newOperator } from '../support/desk.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { checkoutFields } from '../support/checkout.ts'
import { newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields, type Page } from '../support/visitor.ts'

const GOWN = '/product/satin-nightgown-with-lace-hem'
const ROBE = 'Satin robe with tie belt'
const SET = 'value="add-set"'

/** Returns a product page's set: its form's fields, and what it says. */
async function setOn(path: string, visitor = newVisitor()) {
  const page = await visitor.get(path)
  const root = dom(page).querySelector('#set')
  return { fields: root ? formFields(page.html, SET) : {}, text: words(root), root }
}

test('a product’s page offers what completes the set, with the sizes of both and their price', async () => {
  const { data } = await serviceClient()
    .from('products')
    .select('final_price, name')
    .in('name', ['Satin nightgown with lace hem', ROBE])
  const sum = data?.reduce((all, { final_price: price }) => all + (price ?? 0), 0) ?? 0
  const { root, text, fields } = await setOn(`${GOWN}?color=Navy+Blue&size=M`)
  expect(words(root?.querySelector('h2') ?? null)).toBe('Complete the set')
  expect(text).toContain(`Both for Rs. ${sum.toLocaleString('en-US', { minimumFractionDigits: 2 })}`)
  expect([fields.size, fields.color, fields.size2, fields.color2]).toEqual(['M', 'Navy Blue', '', 'Red'])
  // It holds for both.
  expect((await setOn('/product/satin-robe-with-tie-belt')).text).toContain('Satin nightgown with lace hem')
  expect((await setOn('/product/guest-robe')).root).toBeNull()
})

test('one button adds both products of a set; without a size of one neither is added, and its page asks for it', async () => {
  const visitor = newVisitor()
  const { fields } = await setOn(`${GOWN}?size=M`, visitor)
  const refused = await visitor.post('/cart', { ...fields, intent: 'add-set' })
  expect(refused.url).toContain('/product/satin-robe-with-tie-belt?')
  expect(refused.text).toContain('Please select a size')
  expect(all(dom(await visitor.get('/cart')), '.cart-line h2')).toEqual([])
  const cart = await visitor.post('/cart', { ...fields, size2: 'M', intent: 'add-set' })
  // It says so of both, and leads back to the page where they were chosen.
  const said = dom(cart).querySelector('.added')
  expect(all(dom(cart), '.added p').slice(0, 5)).toEqual([
    'Added to your cart',
    'Satin nightgown with lace hem',
    expect.stringMatching(/^Size M, /),
    ROBE,
    expect.stringMatching(/^Size M, /),
  ])
  expect(said?.querySelectorAll('img').length).toBe(2)
  expect(said?.querySelector('a')?.getAttribute('href')).toContain('/product/satin-nightgown-with-lace-hem?')
  expect(all(dom(cart), '.cart-line h2')).toEqual(['Satin nightgown with lace hem', ROBE])
  expect((await visitor.post('/cart', { intent: 'add-set', product: 'x' })).status).toBe(200)
  expect(all(dom(await visitor.get('/cart')), '.cart-line h2').length).toBe(2)
})

test('the cart offers what completes the set, until it is in it', async () => {
  const visitor = newVisitor()
  const { fields } = await setOn(`${GOWN}?size=M`, visitor)
  const cart = await visitor.post('/cart', { product: fields.product ?? '', size: 'M', color: 'Maroon', intent: 'add' })
  const [offer] = dom(cart).querySelectorAll('.set-form')
  expect(words(offer ?? null)).toContain(ROBE)
  const both = await visitor.post('/cart', {
    product: offer?.querySelector('[name=product]')?.getAttribute('value') ?? '',
    size: 'M',
    color: 'White',
    intent: 'add',
  })
  expect(all(dom(both), '.cart-line h2')).toEqual(['Satin nightgown with lace hem', ROBE])
  expect(dom(both).querySelector('.set-form')).toBeNull()
})

test('a set costs less: on the product’s page, in the cart and in the order, and no more once it isn’t whole', async () => {
  const mark = crypto.randomUUID().slice(0, 8)
  const db = serviceClient()
  const { data } = await db
    .from('products')
    .insert([
      { name: `Bra ${mark}`, slug: `bra-${mark}`, price: 1000, is_active: true },
      { name: `Brief ${mark}`, slug: `brief-${mark}`, price: 500, is_active: true },
    ])
    .select('id')
    .order('price', { ascending: false })
  const [bra = '', brief = ''] = data?.map(({ id }) => id) ?? []
  const pair = bra < brief ? [bra, brief] : [brief, bra]
  const { error } = await db
    .from('product_pairs')
    .insert({ product_id: pair[0] ?? '', other_id: pair[1] ?? '', price_off: 300 })
  expect(error).toBeNull()
  const visitor = await signedIn(await newPerson())
  const { text, fields } = await setOn(`/product/bra-${mark}`, visitor)
  expect(text).toMatch(/Rs\. 300\.00 less together.*Both for Rs\. 1,200\.00/)
  const cart = await visitor.post('/cart', { ...fields, intent: 'add-set' })
  const prices = (page: Page) => all(dom(page), '.cart-line .price')
  expect(prices(cart)).toEqual([
    'Rs. 800.00 before Rs. 1,000.00 Rs. 200.00 less in the set',
    'Rs. 400.00 before Rs. 500.00 Rs. 100.00 less in the set',
  ])
  expect(words(dom(cart).querySelector('main .sums'))).toContain('−Rs. 300.00')
  const [, key = ''] = dom(cart)
    .querySelectorAll('.cart-line [name=key]')
    .map((field) => field.getAttribute('value') ?? '')
    .filter((value, place, every) => every.indexOf(value) === place)
  expect(prices(await visitor.post('/cart', { key, quantity: '1', intent: 'remove' }))).toEqual(['Rs. 1,000.00'])
  await visitor.post('/cart', { key, quantity: '1', intent: 'undo' })
  const placed = await visitor.post('/checkout', await checkoutFields(visitor, 'cod'))
  const order = await visitor.get(`/profile/active-orders/${placed.url.split('/').at(-1)}`)
  expect(all(dom(order), '.order-item > .price').toSorted()).toEqual([
    'Rs. 400.00 before Rs. 500.00',
    'Rs. 800.00 before Rs. 1,000.00',
  ])
  expect(order.text).toContain('Rs. 200.00 less in the set')
})

test('an operator ticks what completes the set, among what goes with a product or is searched for', async () => {
  const { desk } = await newOperator('Set Person')
  // Of its own, since the shop of the tests doesn’t watch the catalogue for changes of what somebody has asked for.
  const products = await Promise.all(
    ['Ticked gown', 'Ticked robe'].map(async (name) => {
      const path = await copyOfProduct(desk)
      const id = path.split('/').at(-1) ?? ''
      const update = serviceClient().from('products').update({ name, is_active: true }).eq('id', id)
      const { data } = await update.select('slug').single()
      await serviceClient().from('product_variants').update({ stock: 3 }).eq('product_id', id)
      return { path, id, slug: data?.slug ?? '' }
    }),
  )
  const [gown, robe] = products
  if (!gown || !robe) throw new Error('No product was copied.')
  const names = async (search = '') =>
    all(dom(await desk.get(`${gown.path}?part=pairs&search=${search}`)), '.panel .check > span > span:first-child')
  expect(await names('ticked+robe')).toEqual(['Ticked robe'])
  const form = formFields((await desk.get(`${gown.path}?part=pairs&search=ticked+robe`)).html, 'name="chosen"')
  const chosen = { ...form, chosen: robe.id, intent: 'pairs' }
  const wrong = await desk.post(`${gown.path}?part=pairs&search=ticked+robe`, { ...chosen, 'offs[0]': 'much' })
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('what they cost less in rupees')])
  const typed = dom(wrong).querySelector('[name="offs[0]"]')
  expect([typed?.getAttribute('value'), wrong.html.includes('checked')]).toEqual(['much', true])
  const saved = await desk.post(gown.path, { ...chosen, 'offs[0]': '250' })
  expect(saved.text).toContain('The set is saved.')
  const [off] = dom(await desk.get(`${gown.path}?part=pairs`)).querySelectorAll('[name^=offs]')
  expect(off?.getAttribute('value')).toBe('250.00')
  expect((await names())[0]).toBe('Ticked robe')
  expect((await setOn(`/product/${gown.slug}`)).text).toContain('Ticked robe')
  const older = await desk.post(gown.path, { ...form, intent: 'pairs' })
  expect([older.status, older.text.includes('Somebody changed it meanwhile')]).toEqual([409, true])
  const { version = '' } = formFields((await desk.get(`${gown.path}?part=pairs`)).html, 'name="chosen"')
  await desk.post(gown.path, { version, shown: robe.id, intent: 'pairs' })
  expect((await names('')).includes('Ticked robe')).toBe(false)
  expect((await setOn(`/product/${robe.slug}`)).text).not.toContain('Ticked gown')
})
