import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { operatorOf } from '../support/desk.ts'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { parseXml, valuesOf } from '../support/merchant-specification.ts'
import { serviceBackend } from '../support/orders.ts'
import { all, dom, words } from '../support/page-dom.ts'
import { formFields, Visitor } from '../support/visitor.ts'

// The setting that sells in whole rupees, in a shop of its own: what a product costs is the same wherever the shop says it.

const SETTING = '/desk/settings/price_rules'
/** Fewer than a cart holds. */
const CART_LINES = 32
const SOON = { timeout: 30_000, interval: 200 }

let shop: FragileShop
let url: string
let desk: Visitor
beforeAll(async () => {
  shop = await startFragileShop()
  ;({ url } = await shop.startProcess({ CATALOGUE_SECONDS: '1' }))
  desk = await operatorOf(shop.settings, url, 'rounding@example.com')
})
afterAll(() => shop.stop())

async function sellInWholeRupees(isWhole: boolean): Promise<void> {
  const { has_whole_rupees: _, ...fields } = formFields((await desk.get(SETTING)).html, 'name="id" value="true"')
  const saved = await desk.post(SETTING, { ...fields, ...(isWhole && { has_whole_rupees: 'on' }) })
  expect(saved.text).toContain('The rounding is saved.')
}

/** Returns the prices of all products on sale by their slugs, as the database has them: 'Rs. 1,417.50'. */
async function storedPrices(): Promise<Map<string, string>> {
  const { data, error } = await serviceBackend(shop.settings)
    .from('products')
    .select('slug, final_price')
    .eq('is_active', true)
    .is('deleted_at', null)
  if (error) throw error
  return new Map(data.map(({ slug, final_price: final }) => [slug, money(final)]))
}

const money = (rupees: number) =>
  `Rs. ${rupees.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Returns the price at the beginning of a text, before a struck-through one. */
const priceIn = (text: string) => /^Rs\. [\d,]+\.\d\d/.exec(text)?.[0] ?? text

/** Returns what a product's page says that it costs: above the choice, beside its button, and to search engines. */
async function pricesOnPage(slug: string): Promise<string[]> {
  const root = dom(await new Visitor(url).get(`/product/${slug}`))
  const data = JSON.parse(root.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}')
  const [product] = data['@graph']
  const offered = [product, ...(product.hasVariant ?? [])].flatMap(({ offers }) =>
    offers ? money(Number(offers.price)) : [],
  )
  return [priceIn(words(root.querySelector('.product-head .price'))), ...all(root, '.buy-bar b'), ...offered]
}

async function pricesInFeed(): Promise<[string, string][]> {
  const rss = parseXml(await (await fetch(`${url}/feeds/products.xml`)).text())
  const items = rss.children[0]?.children.filter(({ name }) => name === 'item') ?? []
  return items.map((item) => {
    const { 'g:link': [link = ''] = [], 'g:price': [price = ''] = [], 'g:sale_price': [sale] = [] } = valuesOf(item)
    return [new URL(link).pathname.split('/')[2] ?? '', money(Number.parseFloat(sale ?? price))]
  })
}

/** Returns the prices of all cards of the listing, the cheapest first. */
async function pricesInListing(): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (let page = 1; ; page += 1) {
    const root = dom(await new Visitor(url).get(`/product-listing?sort=price-asc&page=${page}`))
    const cards = root.querySelectorAll('main a.card')
    found.push(
      ...cards.map((card): [string, string] => [
        new URL(card.getAttribute('href') ?? '', url).pathname.split('/')[2] ?? '',
        priceIn(words(card.querySelector('.price'))),
      ]),
    )
    if (!root.querySelector('a[rel=next]')) return found
  }
}

async function pricesInCart(visitor: Visitor): Promise<[string, string][]> {
  const lines = dom(await visitor.get('/cart')).querySelectorAll('.cart-line')
  return lines.map((line) => [
    line.querySelector('h2 a')?.getAttribute('href')?.split('/')[2] ?? '',
    priceIn(words(line.querySelector('.price'))),
  ])
}

const rupeesOf = (price: string) => Number(price.replace(/Rs\. |,/g, ''))

test('page, structured data, feed, listing and cart say the same price of every product, with paisa and in whole rupees', async () => {
  const { data } = await serviceBackend(shop.settings)
    .from('products')
    .select('id, slug, product_variants(label, stock), product_colors(colors(name))')
    .eq('is_active', true)
    .is('deleted_at', null)
  const products = data ?? []
  const slugs = products.map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThan(90)
  const carts: Visitor[] = []
  for (const [place, { id, product_variants: sizes, product_colors: colors }] of products.entries()) {
    if (place % CART_LINES === 0) carts.push(new Visitor(url))
    const size = sizes.find(({ stock }) => stock !== 0)?.label ?? ''
    const color = colors[0]?.colors.name ?? ''
    await carts.at(-1)?.submit('/cart', { intent: 'add', product: id, size, color })
  }

  for (const isWhole of [false, true]) {
    const before = await storedPrices()
    await sellInWholeRupees(isWhole)
    const stored = await storedPrices()
    const hasPaisa = [...stored.values()].filter((price) => !price.endsWith('.00'))
    expect(hasPaisa.length > 0).toBe(!isWhole)
    // The one that was read last: the caches may have let go of the first ones, which would show the new price before the others.
    const changed = slugs.findLast((slug) => stored.get(slug) !== before.get(slug))
    if (changed) await expect.poll(async () => (await pricesOnPage(changed))[0], SOON).toBe(stored.get(changed))

    const wrong: [string, string][] = []
    const compare = (where: string, slug: string, price: string) => {
      if (price !== stored.get(slug)) wrong.push([`${where} of ${slug}`, price])
    }
    for (const slug of slugs) {
      const prices = await pricesOnPage(slug)
      expect(prices.length).toBeGreaterThanOrEqual(2)
      for (const price of prices) compare('page', slug, price)
    }
    const feed = await pricesInFeed()
    const listing = await pricesInListing()
    const inCarts = (await Promise.all(carts.map(pricesInCart))).flat()
    for (const [slug, price] of feed) compare('feed', slug, price)
    for (const [slug, price] of listing) compare('listing', slug, price)
    for (const [slug, price] of inCarts) compare('cart', slug, price)
    expect(wrong).toEqual([])
    for (const [where, seen] of Object.entries({ feed, listing, inCarts }))
      expect([...new Set(seen.map(([slug]) => slug))].toSorted(), where).toEqual(slugs.toSorted())
    const listed = listing.map(([, price]) => rupeesOf(price))
    expect(listed).toEqual(listed.toSorted((a, b) => a - b))
    for (const cart of carts) {
      const sums = all(dom(await cart.get('/cart')), 'main .sums dd')
      expect(sums.length).toBeGreaterThanOrEqual(3)
      if (isWhole) expect(sums.filter((sum) => !sum.endsWith('.00'))).toEqual([])
    }
  }
  await sellInWholeRupees(false)
})

test('an open checkout shows the new total once the setting changes, and the order is placed in whole rupees', async () => {
  const db = serviceBackend(shop.settings)
  await db.from('products').update({ price: 1890, discount: 25 }).eq('slug', 'guest-robe')
  await db.from('promo_codes').insert({ code: 'TENTH', kind: 'percent', value: 10 })
  const visitor = new Visitor(url)
  await visitor.post('/login', { emailOrPhone: 'mahnoor@example.com', password: 'jasmine-tea-7' })
  await addToCart(visitor)
  await visitor.post('/cart', { intent: 'promo', code: 'TENTH' })
  const fields = await checkoutFields(visitor, 'cod')
  const totalOf = (text: string) => / Total ?(Rs\. [\d,.]+\d)/.exec(text)?.[1]
  const seen = totalOf((await visitor.get('/checkout')).text)
  await sellInWholeRupees(true)
  const refused = await visitor.post('/checkout', fields)
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('A price has changed')])
  expect([seen, totalOf(refused.text)]).toEqual(['Rs. 1,425.75', 'Rs. 1,426.00'])
  const placed = await visitor.post('/checkout', {
    ...fields,
    ...formFields(refused.html, 'attemptKey'),
    intent: 'place',
  })
  expect(placed.text).toContain('Order Placed Successfully')
  const { data } = await db.from('orders').select('total_amount').order('created_at', { ascending: false }).limit(1)
  expect(data).toEqual([{ total_amount: 1426 }])
  await sellInWholeRupees(false)
})

test('delivery’s price and the setting say in words why they don’t go together', async () => {
  const path = '/desk/settings/delivery'
  const save = async (fee: string) =>
    desk.post(path, { ...formFields((await desk.get(path)).html, 'name="id" value="Pakistan"'), fee })
  await sellInWholeRupees(true)
  const refused = await save('150.50')
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Please enter whole rupees')])
  await sellInWholeRupees(false)
  await save('150.50')
  const fields = formFields((await desk.get(SETTING)).html, 'name="id" value="true"')
  const unsaved = await desk.post(SETTING, { ...fields, has_whole_rupees: 'on' })
  expect([unsaved.status, unsaved.text]).toEqual([409, expect.stringContaining('Delivery has paisa in its price.')])
  await save('150')
})
