import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BackendProxy } from '../support/backend-proxy.ts'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { all, dom, links, section, words } from '../support/page-dom.ts'
import { Visitor } from '../support/visitor.ts'
import { serviceBackend } from '../support/orders.ts'

// Browsing with missing catalogue data and a failing backend: what each section shows.

let shop: FragileShop
let proxy: BackendProxy

const serviceClient = () => serviceBackend(shop.settings)

/** Starts a process with cold caches. */
async function cold(): Promise<Visitor> {
  const { url } = await shop.startProcess()
  return new Visitor(url)
}

beforeAll(async () => {
  shop = await startFragileShop()
  proxy = shop.proxy
  // Other numbers than those that stand in for them.
  await serviceClient().from('hero_statistics').update({ stat_value: 4_321 }).gte('stat_value', 0)
})
beforeEach(() => {
  proxy.fault = null
})
afterAll(() => shop.stop())

test.each([
  ['HM-25', /rest\/v1\/products/, 'Soft things, made to be lived in'],
  ['HM-21 HM-22', /hero_statistics/, '2,000+ High-Quality Products 30,000+ Happy Customers'],
  ['The line above the header:', /rest\/v1\/banners/, 'Delivery anywhere in Pakistan. Pay on delivery.'],
  ['HM-64', /testimonials/, 'We can’t show these right now.'],
  ['HM-45 HM-46', /product_categories/, 'Unable to load categories. Showing default options.'],
])('%s a section without data (%s) shows its fallback, and the rest of home is shown', async (_, path, said) => {
  const visitor = await cold()
  proxy.fault = { path, kind: 'status', status: 500 }
  const page = await visitor.get('/')
  expect([page.status, page.text]).toEqual([200, expect.stringContaining(said)])
  expect(all(dom(page), 'main section h2')).toHaveLength(5)
  expect(dom(page).querySelectorAll('a.card').length).toBeGreaterThanOrEqual(16)
  // Incomplete pages are shown, but not cached.
  proxy.fault = null
  await expect.poll(async () => (await visitor.get('/')).text, { timeout: 10_000 }).not.toContain(said)
})

test('without its tables the size guide says how to measure, and a product’s page its sizes', async () => {
  const visitor = await cold()
  proxy.fault = { path: /get_size_charts/, kind: 'status', status: 500 }
  const guide = await visitor.get('/size-guide')
  expect([guide.status, guide.text]).toEqual([200, expect.stringContaining('We can’t show the size tables right now.')])
  expect(guide.text).toContain('Around your ribs')
  const product = dom(await visitor.get('/product/kimono-robe?tab=SizeGuide'))
  expect(product.querySelectorAll('.size-tab table')).toHaveLength(1)
  const found = await visitor.get('/size-finder?underbust=76&bust=91&unit=cm')
  expect([found.status, found.text.includes('34B')]).toEqual([200, true])
  proxy.fault = null
  await expect
    .poll(async () => (await visitor.get('/size-guide')).text, { timeout: 10_000 })
    .toContain('The bust is that of a body')
})

test('without a backend the default banner links to the listing, and the four categories to theirs (HM-18, HM-46, HM-49, HM-50, HM-51, HM-52)', async () => {
  const visitor = await cold()
  proxy.fault = { path: /rest/, kind: 'status', status: 503 }
  const page = dom(await visitor.get('/'))
  expect(links(page, '#hero a.button')).toEqual(['/product-listing'])
  expect(words(page)).not.toContain('No categories found')
  expect(links(page, 'main .notice a')).toEqual([''])
  const tiles = section(page, 'Browse by Dress Style').querySelectorAll('.style-grid a')
  expect(tiles.map((tile) => [words(tile), tile.getAttribute('href')])).toEqual([
    ['All Bras', '/product-listing?category=Bra'],
    ['Nightwear', '/product-listing?category=Nightwear'],
    ['Camisole', '/product-listing?category=Camisole'],
    ['Panties', '/product-listing?category=Panties'],
  ])
})

const COMPANY = ['About', 'Features', 'Works', 'Career']
const HELP = ['Contact', 'Delivery Details', 'Returns', 'Terms & Conditions', 'Privacy Policy']
const FAQ = ['Account', 'Manage Deliveries', 'Orders', 'Payments']

test('without a backend the footer has its default links (FT-16, FT-17, FT-18, FT-19)', async () => {
  const visitor = await cold()
  proxy.fault = { path: /footer_pages/, kind: 'status', status: 500 }
  const footer = dom(await visitor.get('/login'))
  expect(all(footer, 'footer nav a')).toEqual([...COMPANY, ...HELP, ...FAQ])
  proxy.fault = null
  for (const link of links(footer, 'footer nav a'))
    expect((await visitor.get(link)).text).not.toContain('Page Not Found')
})

test('the footer’s columns show active rows in their order, and the default links without any (FT-14, FT-15)', async () => {
  const rows = () => serviceClient().from('footer_pages')
  const { data: before } = await rows().select()
  const shown = async () => all(dom(await (await cold()).get('/login')), 'footer nav a')
  await rows().update({ is_active: false }).eq('title', 'Features')
  await rows().update({ display_order: -1 }).eq('title', 'Career')
  expect(await shown()).toEqual(['Career', 'About', 'Works', ...HELP, ...FAQ])
  await rows().update({ is_active: false }).neq('title', '')
  expect(await shown()).toEqual([...COMPANY, ...HELP, ...FAQ])
  await rows().upsert(before ?? [])
})

test('each page says what failed (LS-58, LS-59, SL-04, PD-41, RV-30)', async () => {
  const visitor = await cold()
  const say = async (path: RegExp, url: string) => {
    proxy.fault = { path, kind: 'status', status: 500 }
    const page = await visitor.get(url)
    return [page.status, page.text] as const
  }
  expect(await say(/get_products/, '/product-listing?sizes=S')).toEqual([
    503,
    expect.stringContaining('Failed to load products'),
  ])
  // Nothing was searched, so there is no result that wasn't expected.
  const search = await say(/get_products/, '/product-listing?search=robe')
  expect(search).toEqual([503, expect.stringContaining('Failed to load products')])
  expect(search[1]).not.toContain('Not what you expected?')
  expect(await say(/get_products/, '/on-sale')).toEqual([503, expect.stringContaining('Failed to load sale products')])
  const other = await cold()
  proxy.fault = { path: /get_filter_options/, kind: 'status', status: 500 }
  const listing = await other.get('/product-listing')
  expect(listing.text).toContain('Failed to load filter options')
  expect(dom(listing).querySelectorAll('.product-grid a.card')).toHaveLength(12)
  proxy.fault = { path: /get_product_reviews/, kind: 'status', status: 500 }
  expect((await other.get('/product/guest-robe?tab=ratingReviews')).text).toContain('Failed to load reviews')
  proxy.fault = { path: /get_product_with_colors/, kind: 'status', status: 500 }
  const product = await other.get('/product/kimono-robe')
  expect([product.status, product.text]).toEqual([503, expect.stringContaining('Failed to load product details')])
})

test('a review that can’t be stored keeps its text (RV-27, RV-29)', async () => {
  const visitor = await cold()
  await visitor.post('/login', { emailOrPhone: 'hira@example.com', password: 'jasmine-tea-7' })
  await visitor.get('/product/kimono-robe')
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#a05' } })
    .png()
    .toBuffer()
  const send = async (fault: BackendProxy['fault']) => {
    proxy.fault = fault
    const body = new FormData()
    body.set('rating', '4')
    body.set('text', 'Words that must not be lost')
    body.set('images', new File([new Uint8Array(picture)], 'a.png', { type: 'image/png' }))
    const response = await visitor.request('/product/kimono-robe?tab=ratingReviews&write=1', { method: 'POST', body })
    const html = await response.text()
    return { status: response.status, text: html, words: words(dom({ html } as never).querySelector('textarea')) }
  }
  const unstored = await send({ path: /storage/, kind: 'status', status: 503 })
  expect(unstored).toMatchObject({
    status: 503,
    words: 'Words that must not be lost',
    text: expect.stringContaining('Failed to upload images'),
  })
  const unsaved = await send({ path: /product_reviews/, kind: 'status', status: 500 })
  expect(unsaved).toMatchObject({
    status: 503,
    words: 'Words that must not be lost',
    text: expect.stringContaining('Failed to submit review'),
  })
  proxy.fault = null
  const { count } = await serviceClient()
    .from('product_reviews')
    .select('id, products!inner(slug)', { count: 'exact', head: true })
    .eq('products.slug', 'kimono-robe')
    .eq('review_text', 'Words that must not be lost')
  expect(count).toBe(0)
})

test('a subscription that can’t be stored says why (FT-30, FT-32)', async () => {
  const visitor = await cold()
  proxy.fault = { path: /newsletter_subscriptions/, kind: 'reset' }
  expect((await visitor.post('/newsletter', { email: 'a@example.com', from: '/' })).text).toContain(
    'Network error. Please check your connection and try again.',
  )
  proxy.fault = { path: /newsletter_subscriptions/, kind: 'status', status: 500 }
  expect((await visitor.post('/newsletter', { email: 'a@example.com', from: '/' })).text).toContain(
    'Failed to subscribe. Please try again later.',
  )
})

test('a cached page stays complete during and after an outage', async () => {
  const visitor = await cold()
  const before = await visitor.get('/')
  const listing = await visitor.get('/product-listing?category=Bra')
  const product = await visitor.get('/product/kimono-robe')
  proxy.fault = { path: /rest/, kind: 'reset' }
  for (const [path, page] of [
    ['/', before],
    ['/product-listing?category=Bra', listing],
    ['/product/kimono-robe', product],
  ] as const) {
    const now = await visitor.get(path)
    expect([now.status, now.text]).toEqual([200, page.text])
  }
})

test('an empty catalogue looks different from a failed one (HM-11, HM-35, HM-38, HM-43, HM-53, HM-62, HM-63, SL-05)', async () => {
  const db = serviceClient()
  const severalBanners = dom(await (await cold()).get('/'))
  await db.from('products').update({ is_arrival: false, is_top: false, discount: 0 }).neq('slug', '')
  await db.from('products').update({ is_banner: false }).neq('slug', 'satin-robe-with-tie-belt')
  const { data: categories } = await db.from('product_categories').select('id, name, parent_id')
  const under = (id: string): string[] => [
    id,
    ...(categories ?? []).filter(({ parent_id: parent }) => parent === id).flatMap((child) => under(child.id)),
  ]
  const panties = categories?.find(({ name }) => name === 'Panties')
  await db
    .from('products')
    .update({ is_active: false })
    .in('category_id', under(panties?.id ?? ''))
  await db.from('testimonials').update({ customer_name: null, rating: null }).neq('review_text', '')
  const visitor = await cold()
  const page = await visitor.get('/?tab=Panties')
  expect(page.text).toContain('No new arrivals available at the moment.')
  expect(page.text).toContain('No top selling products available at the moment.')
  expect(page.text).toContain('No Panties products available at the moment.')
  // Compared with a page that was rendered when there were several.
  expect(severalBanners.querySelector('.hero-dot')).not.toBeNull()
  expect(severalBanners.querySelector('.hero-controls')).not.toBeNull()
  expect(dom(page).querySelector('.hero-dot, .hero-controls')).toBeNull()
  const customer = dom(page).querySelector('figure.testimonial')
  expect(words(customer?.querySelector('figcaption') ?? null)).toBe('Happy Customer')
  expect(customer?.querySelector('.stars')?.getAttribute('aria-label')).toBe('5 out of 5')
  expect((await visitor.get('/on-sale')).text).toContain('No sale products available at the moment.')
  await db.from('product_categories').update({ is_active: false }).neq('name', '')
  await db.from('testimonials').update({ is_active: false }).neq('review_text', '')
  await db.from('hero_statistics').update({ is_active: false }).gte('stat_value', 0)
  const bare = await cold()
  const home = await bare.get('/')
  expect(home.text).toContain('No categories found')
  expect(home.text).toContain('No testimonials available at the moment.')
  expect(home.text).toContain('2,000+ High-Quality Products')
  expect(home.text).not.toContain('Unable to load categories')
  expect((await bare.get('/product-listing')).text).toContain('No categories found')
})
