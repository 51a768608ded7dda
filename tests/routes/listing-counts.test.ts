import { expect, test } from 'vitest'
import { dom, links, words } from '../support/page-dom.ts'
import { newVisitor, serviceClient } from '../support/people.ts'

async function listing(query: string) {
  return dom(await newVisitor().get(`/product-listing${query}`))
}

const total = (root: ReturnType<typeof dom>) =>
  Number.parseInt(words(root.querySelector('.section-head [role=status]'))) || 0

/** Returns the counts beside a filter's values. */
function counts(root: ReturnType<typeof dom>, name: string): Map<string, number> {
  const boxes = root.querySelectorAll(`.filters input[name=${name}]`)
  return new Map(
    boxes.map((box) => [
      box.getAttribute('value') ?? '',
      Number(/\d+$/.exec(words(box.parentNode?.querySelector('small') ?? null))?.[0]),
    ]),
  )
}

test.each([
  ['', 'sizes'],
  ['?category=Bra', 'cupSizes'],
  ['?colors=Black&maxPrice=2000', 'materials'],
  ['?brandSizes=34&colors=Red,Black', 'cupSizes'],
  ['?search=robe&list=arrivals', 'colors'],
  ['?sizes=XXL', 'sizes'],
  ['?category=Nightwear&colors=Black', 'attributes'],
])('counts the products of each filter value of %s: %s', async (query, name) => {
  const shownCounts = counts(await listing(query), name)
  expect(shownCounts.size).toBeGreaterThan(1)
  for (const value of shownCounts.keys()) {
    const narrowed = new URLSearchParams(query)
    narrowed.set(name, value)
    // A change of another test may have reached one of the two pages alone.
    const missing = async () =>
      (counts(await listing(query), name).get(value) ?? 0) - total(await listing(`?${narrowed}`))
    await expect.poll(missing, { timeout: 10_000, message: value }).toBe(0)
  }
})

test.each(['/product-listing', '/product-listing?colors=Black&sizes=M', '/on-sale'])(
  'counts the products of each category of %s',
  async (path) => {
    const root = dom(await newVisitor().get(`${path}${path.includes('?') ? '&' : '?'}more=categories`))
    const categories = root.querySelectorAll('.filters a.category-link').filter((link) => link.querySelector('small'))
    expect(categories.length).toBeGreaterThan(6)
    for (const link of categories) {
      const count = Number(words(link.querySelector('small')))
      const list = dom(await newVisitor().get(link.getAttribute('href') ?? ''))
      expect([link.getAttribute('href'), total(list)]).toEqual([link.getAttribute('href'), count])
    }
  },
)

test.each([
  ['pajama', /pyjama/i],
  ['paja', /pyjama/i],
  ['angiya', /bra/i],
  ['reshmi night', /night/i],
])('suggests the right products for "%s"', async (term, name) => {
  const response = await newVisitor().request(`/search-suggestions?q=${encodeURIComponent(term)}`)
  const { suggestions } = (await response.json()) as { suggestions: Record<string, string>[] }
  expect(suggestions.length).toBeGreaterThan(0)
  for (const one of suggestions) {
    expect(`${one.name} ${one.category_name}`).toMatch(name)
    expect(one.price).toMatch(/^Rs\. [\d,]+\.\d\d$/)
    expect(one.picture).toMatch(/^\/images\/160\/pictures\/[\w-]+\.jpg$/)
  }
})

test('suggests products of a color whose name is in Urdu', async () => {
  const response = await newVisitor().request('/search-suggestions?q=kaala')
  const { suggestions } = (await response.json()) as { suggestions: { id: string }[] }
  expect(suggestions.length).toBe(6)
  const { data } = await serviceClient()
    .from('product_colors')
    .select('product_id, colors!inner(name)')
    .eq('colors.name', 'Black')
    .in(
      'product_id',
      suggestions.map(({ id }) => id),
    )
  expect(data).toHaveLength(6)
})

test('shows products in the filter’s color, and keeps it in their links', async () => {
  const root = await listing('?colors=Yellow')
  const cards = root.querySelectorAll('.product-grid a.card')
  expect(cards.length).toBeGreaterThan(0)
  for (const card of cards) {
    expect(card.getAttribute('href')).toMatch(/\?color=Yellow$/)
    expect(card.querySelector('img')?.getAttribute('src')).toMatch(/-yellow(-|\.)/)
  }
  const product = dom(await newVisitor().get(cards[0]?.getAttribute('href') ?? ''))
  expect(product.querySelector('input[name=color][checked]')?.getAttribute('value')).toBe('Yellow')
})

test('marks products that are sold out in the filter’s size', async () => {
  const { data } = await serviceClient()
    .from('product_variants')
    .select('size, products!inner(slug, name)')
    .eq('stock', 0)
    .eq('size', '34B')
    .limit(1)
    .single()
  const root = await listing(`?sizes=34B&search=${encodeURIComponent(data?.products.name ?? '')}`)
  const card = root
    .querySelectorAll('a.card')
    .find((one) => one.getAttribute('href') === `/product/${data?.products.slug}`)
  expect(words(card ?? null)).toContain('Sold out in 34B')
})

test('lists only what is in stock, in the chosen sizes if there are some', async () => {
  const { data } = await serviceClient()
    .from('product_variants')
    .select('size, products!inner(slug, name)')
    .eq('stock', 0)
    .eq('size', '34B')
    .limit(1)
    .single()
  const slugs = async (query: string) => {
    const root = await listing(`?search=${encodeURIComponent(data?.products.name ?? '')}&${query}`)
    // What is left of a size doesn't say what is left of another, so nothing is counted.
    if (query.includes('inStock')) expect(root.querySelectorAll('.filters .size small').length).toBe(0)
    return links(root, '.product-grid a.card').map((link) => link.replace(/^\/product\/|\?.*$/g, ''))
  }
  const own = data?.products.slug
  expect(await slugs('sizes=34B')).toContain(own)
  expect(await slugs('sizes=34B&inStock=1')).not.toContain(own)
  expect(await slugs('sizes=34B,36B&inStock=1')).toContain(own)
  expect(await slugs('inStock=1')).toContain(own)
})

test('a shopper whose size is known is led to what is in stock in it', async () => {
  const visitor = newVisitor()
  await visitor.get('/size-finder?underbust=75&bust=90&unit=cm')
  const link = async (path: string) =>
    dom(await visitor.get(path))
      .querySelectorAll('[data-part="own-stock"] a')
      .map((one) => [words(one), one.getAttribute('href')])
  expect(await link('/product-listing?category=Bra&page=2')).toEqual([
    ['In stock in my size: 34B, M', '/product-listing?category=Bra&sizes=34B,M&inStock=1'],
  ])
  expect(await link('/on-sale')).toEqual([['In stock in my size: 34B, M', '/on-sale?sizes=34B,M&inStock=1']])
  expect(await link('/product-listing?sizes=34B&inStock=1')).toEqual([])
  // A size that the shop doesn’t have isn’t offered.
  await visitor.get('/size-finder?underbust=75&bust=86&unit=cm')
  expect((await link('/product-listing')).join()).not.toContain('34AA')
  expect(words(await listing(''))).not.toContain('my size')
})

test('keeps the query in the search box, and the sort order after a search from the header', async () => {
  const root = await listing('?search=lace&sortBy=price&sortOrder=asc')
  const form = root.querySelector('form[role=search]')
  const fields = Object.fromEntries(
    (form?.querySelectorAll('input') ?? []).map((input) => [input.getAttribute('name'), input.getAttribute('value')]),
  )
  expect(fields).toEqual({ search: 'lace', sortBy: 'price', sortOrder: 'asc' })
})

test.each(['black bra', '34B', 'pajama', 'nighty', 'kaala', 'kaala nighty', 'bras', 'satin', 'black brief'])(
  'finds products for "%s" without correction',
  async (text) => {
    const root = await listing(`?search=${encodeURIComponent(text)}`)
    expect(total(root)).toBeGreaterThan(0)
    expect(root.querySelectorAll('.listing [role=note]')).toHaveLength(0)
  },
)

test('a search for something else than was typed says so, with a link to what was typed (HD-25)', async () => {
  const misspelt = await listing('?search=nightgwon')
  const note = misspelt.querySelector('.listing [role=note]')
  expect(words(note)).toBe('Showing results for “nightgown”, search instead for “nightgwon”.')
  const literal = await listing(note?.querySelector('a')?.getAttribute('href')?.replace('/product-listing', '') ?? '')
  expect([total(literal), words(literal.querySelector('h1'))]).toEqual([0, 'Results for “nightgwon”'])
  expect(literal.querySelector('.listing [role=note]')).toBeNull()
})

test.each(['zzzzqqqq', 'it', 'nothing-like-it'])(
  'a search that finds nothing, such as %s, leads to categories, help and chat (HD-26)',
  async (term) => {
    const nothing = await listing(`?search=${term}`)
    expect(total(nothing)).toBe(0)
    expect(links(nothing, '[aria-label="Suggested categories"] a').length).toBeGreaterThan(2)
    expect(links(nothing, '.empty a')).toEqual(expect.arrayContaining(['/help', '/profile/chat-support']))
  },
)

test('without products in a colour, the categories that the search names are suggested', async () => {
  const none = await listing('?search=bralette&colors=Lime Green')
  expect(links(none, '[aria-label="Suggested categories"] a')).toEqual(['/product-listing?category=Bralettes'])
})

test('a colour in a search chooses the picture, and the colour of the product it leads to (HD-27)', async () => {
  const root = await listing('?search=kaala bra')
  const cards = root.querySelectorAll('a.card')
  expect(cards.length).toBeGreaterThan(3)
  for (const card of cards) {
    expect(card.getAttribute('href')).toMatch(/\?color=Black$/)
    expect(card.querySelector('img')?.getAttribute('src')).toContain('-black-front')
  }
  const { suggestions } = JSON.parse((await newVisitor().get('/search-suggestions?q=black+bra')).html)
  expect(suggestions[0].url).toMatch(/\?color=Black$/)
})

test('a search for what the shop does not sell says so, and shows what goes with it (HD-28)', async () => {
  const root = await listing('?search=white kurti')
  expect(words(root.querySelector('.listing [role=note]'))).toBe('We don’t sell a kurti. These go under one.')
  expect(root.querySelector('a.card')?.getAttribute('href')).toMatch(/camisole.*color=White/)
})
