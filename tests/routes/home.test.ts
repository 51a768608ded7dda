import { expect, test } from 'vitest'
import { addToCart } from '../support/checkout.ts'
import { newVisitor, serviceClient, someProduct } from '../support/people.ts'
import { all, dom, links, section, words } from '../support/page-dom.ts'

const CARD_LISTS = ['New Arrivals', 'Top Sellings'] as const

async function home(path = '/') {
  return dom(await newVisitor().get(path))
}

test('shows the sections in the specified order with their headings (HM-01, HM-04)', async () => {
  const page = await home()
  expect(all(page, 'main section h2')).toEqual([
    'New Arrivals',
    'Categories',
    'Top Sellings',
    'Browse by Dress Style',
    'Our Happy Customers',
  ])
  expect(page.querySelector('main section')?.id).toBe('hero')
})

test('gives New Arrivals and Categories anchors (HM-02, HM-03)', async () => {
  const page = await home()
  expect(words(page.querySelector('#new-arrivals h2'))).toBe('New Arrivals')
  expect(words(page.querySelector('#categories h2'))).toBe('Categories')
})

test('always shows a floating link to the cart, with the number of lines once there is one (HM-07, HM-08, LS-12, LS-13)', async () => {
  const visitor = newVisitor()
  const product = await someProduct()
  const line = { intent: 'add', product: product.id, size: product.size, color: product.color }
  const buttons = () =>
    Promise.all(
      ['/', '/product-listing'].map(async (path) => {
        const button = dom(await visitor.get(path)).querySelector('a.floating-cart')
        return [button?.getAttribute('href'), words(button?.querySelector('.count') ?? null)]
      }),
    )
  expect(await buttons()).toEqual([1, 2].map(() => ['/cart', '']))
  await visitor.post('/cart', { ...line, quantity: '3' })
  expect(await buttons()).toEqual([1, 2].map(() => ['/cart', '1']))
  await addToCart(visitor)
  expect(await buttons()).toEqual([1, 2].map(() => ['/cart', '2']))
})

test('shows banner products one at a time, with dots and arrows (HM-09, HM-12, HM-13, HM-14, HM-16, HM-17)', async () => {
  const { data: banners } = await serviceClient()
    .from('products')
    .select('name, slug')
    .eq('is_banner', true)
    .order('created_at')
  for (const [place, banner] of (banners ?? []).entries()) {
    const hero = (await home(`/?slide=${place + 1}`)).querySelector('#hero')
    expect(words(hero?.querySelector('h1') ?? null)).toBe(banner.name)
    expect(words(hero)).toContain('NEW COLLECTION')
    const button = hero?.querySelectorAll('a.button').find((link) => words(link) === 'Shop Now')
    expect(button?.getAttribute('href')).toBe(`/product/${banner.slug}`)
    expect(hero?.querySelectorAll('.hero-dot')).toHaveLength(banners?.length ?? 0)
    expect(hero?.querySelectorAll('.hero-controls .icon-button').map(words)).toEqual(['Previous banner', 'Next banner'])
  }
  expect(banners).toHaveLength(3)
})

test('wraps the banners at both ends (HM-15)', async () => {
  const first = await home('/?slide=1')
  const last = await home('/?slide=3')
  expect(links(first, '.hero-controls .icon-button').slice(0, 1)).toEqual(['/?slide=3#hero'])
  expect(links(last, '.hero-controls .icon-button').slice(1)).toEqual(['/?slide=1#hero'])
  expect(words((await home('/?slide=4')).querySelector('#hero h1'))).toBe(words(first.querySelector('#hero h1')))
})

test('shows two statistics with value and label (HM-19, HM-20)', async () => {
  const { data } = await serviceClient()
    .from('hero_statistics')
    .select('stat_key, stat_value, stat_label')
    .eq('is_active', true)
  expect(data?.map(({ stat_key }) => stat_key).sort()).toEqual(['happy_customers', 'high_quality_products'])
  const shown = all(await home(), '.statistics li')
  for (const { stat_value: value, stat_label: label } of data ?? []) expect(shown).toContain(`${value} ${label}`)
  const { count } = await serviceClient()
    .from('products')
    .select('id', { count: 'exact', head: true })
    .eq('is_active', true)
    .is('deleted_at', null)
  expect(data?.find(({ stat_key: key }) => key === 'high_quality_products')?.stat_value).toBeLessThanOrEqual(count ?? 0)
})

test.each(CARD_LISTS)(
  'shows cards of %s with picture, name and final price, linked to the product (HM-26, HM-28, HM-31, HM-32)',
  async (name) => {
    const cards = section(await home(), name).querySelectorAll('a.card')
    expect(cards).toHaveLength(8)
    for (const card of cards) {
      expect(card.querySelector('img')?.getAttribute('src')).toMatch(/^\/images\/320\/pictures\//)
      const slug = card.getAttribute('href')?.replace('/product/', '') ?? ''
      const { data } = await serviceClient().from('products').select('name, price, discount').eq('slug', slug).single()
      expect(words(card.querySelector('h3'))).toBe(data?.name)
      const final = Math.round((data?.price ?? 0) * (100 - (data?.discount ?? 0))) / 100
      const text = `Rs. ${final.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
      expect(words(card.querySelector('.price')).split(' before')[0]).toBe(text)
    }
  },
)

test('shows a card’s discount and stars, or that it has no ratings (HM-27, HM-29, HM-30)', async () => {
  const cards = (await home()).querySelectorAll('a.card')
  const bySlug = (slug: string) => cards.find((card) => card.getAttribute('href') === `/product/${slug}`) ?? null
  expect(words(bySlug('soft-support-sports-bra')?.querySelector('.badge') ?? null)).toBe('-20%')
  expect(words(bySlug('soft-support-sports-bra'))).toContain('No ratings')
  const rated = bySlug('lace-balconette-bra')
  const { data } = await serviceClient()
    .from('product_reviews')
    .select('rating, products!inner(slug)')
    .eq('products.slug', 'lace-balconette-bra')
  const ratings = (data ?? []).map(({ rating }) => rating)
  const average = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
  expect(rated?.querySelector('.stars')?.getAttribute('aria-label')).toBe(`${Math.round(average * 10) / 10} out of 5`)
  expect(rated?.querySelector('.badge')).toBeNull()
})

test('shows the first eight New Arrivals and Top Sellings, newest first (HM-33, HM-34, HM-36, HM-37)', async () => {
  const page = await home()
  for (const [name, flag] of [
    ['New Arrivals', 'is_arrival'],
    ['Top Sellings', 'is_top'],
  ] as const) {
    const { data } = await serviceClient()
      .from('products')
      .select('slug')
      .eq(flag, true)
      .eq('is_active', true)
      .is('deleted_at', null)
      .order('created_at', { ascending: false })
    expect(data?.length).toBeGreaterThan(8)
    expect(links(section(page, name), 'a.card')).toEqual(data?.slice(0, 8).map(({ slug }) => `/product/${slug}`))
  }
})

test('shows a tab per home category after one for all, each with eight products (HM-39, HM-40, HM-41, HM-42)', async () => {
  const { data } = await serviceClient().from('product_categories').select('id, name').eq('is_home', true).order('name')
  const first = section(await home(), 'Categories')
  expect(all(first, 'nav a, [role="tablist"] a')).toEqual(['All products', ...(data ?? []).map(({ name }) => name)])
  expect(words(first.querySelector('[aria-current="true"]'))).toBe('All products')
  expect(first.querySelectorAll('a.card')).toHaveLength(8)
  // The newest of every category, without those that New Arrivals has right above.
  const { data: newest } = await serviceClient()
    .from('products')
    .select('slug, category_id')
    .eq('is_arrival', false)
    .eq('is_active', true)
    .is('deleted_at', null)
    .order('created_at', { ascending: false })
    .limit(8)
  expect(links(first, 'a.card')).toEqual(newest?.map(({ slug }) => `/product/${slug}`))
  expect(new Set(newest?.map(({ category_id: category }) => category)).size).toBeGreaterThan(1)
  for (const { name } of data ?? []) {
    const tab = section(await home(`/?tab=${name}`), 'Categories')
    expect(words(tab.querySelector('[aria-current="true"]'))).toBe(name)
    const listing = dom(await newVisitor().get(`/product-listing?category=${name}`))
    expect(links(tab, 'a.card')).toEqual(links(listing, 'a.card').slice(0, 8))
  }
})

test('shows the browse categories with name and picture, each linked to its listing (HM-44, HM-47, HM-48)', async () => {
  const { data } = await serviceClient()
    .from('product_categories')
    .select('name')
    .eq('is_browse_section', true)
    .order('name')
  const grid = section(await home(), 'Browse by Dress Style')
  const tiles = grid.querySelectorAll('.style-grid a, a.tile')
  expect(tiles.map((tile) => words(tile))).toEqual((data ?? []).map(({ name }) => name))
  for (const tile of tiles) {
    expect(tile.querySelector('img')).not.toBeNull()
    expect(tile.getAttribute('href')).toBe(`/product-listing?category=${encodeURIComponent(words(tile))}`)
  }
})

test('shows the customers’ names, texts and stars (HM-59, HM-60, HM-61)', async () => {
  const { data } = await serviceClient()
    .from('testimonials')
    .select('customer_name, review_text, rating')
    .eq('is_active', true)
    .order('created_at', { ascending: false })
  const shown = section(await home(), 'Our Happy Customers').querySelectorAll('figure')
  expect(shown.map((figure) => words(figure.querySelector('figcaption')))).toEqual(
    data?.map(({ customer_name: name }) => name),
  )
  for (const [place, figure] of shown.entries()) {
    expect(words(figure.querySelector('blockquote'))).toBe(data?.[place]?.review_text)
    expect(figure.querySelector('.stars')?.getAttribute('aria-label')).toBe(`${data?.[place]?.rating} out of 5`)
  }
})

test('names the shop in the home page’s structured data', async () => {
  const block = (await home()).querySelector('script[type="application/ld+json"]')
  expect(JSON.parse(block?.textContent ?? '')).toMatchObject({ '@type': 'Organization', name: 'Chambeli' })
})
