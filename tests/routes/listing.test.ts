import { beforeAll, expect, test } from 'vitest'
import { newVisitor, serviceClient } from '../support/people.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom, links, words } from '../support/page-dom.ts'
import { formFields } from '../support/visitor.ts'

interface Row {
  slug: string
  name: string
  final: number
  discount: number
  rating: number | null
  created: string
  category: string
  colors: string[]
  variants: { size: string | null; brand_size: string | null; cup_size: string | null; material: string | null }[]
}

/** All products, read from the tables, to compare every listing with. */
let catalogue: Row[]
const parents = new Map<string, string | null>()

beforeAll(async () => {
  const { data: categories } = await serviceClient().from('product_categories').select('id, name, parent_id')
  const names = new Map(categories?.map(({ id, name }) => [id, name]))
  for (const { name, parent_id: parent } of categories ?? []) parents.set(name, names.get(parent ?? '') ?? null)
  const { data } = await serviceClient()
    .from('products')
    .select(
      'slug, name, final_price, discount, rating, created_at, category_id, product_colors(colors(name)), product_variants(size, brand_size, cup_size, material)',
    )
    .eq('is_active', true)
    .is('deleted_at', null)
  catalogue = (data ?? []).map((row) => ({
    slug: row.slug,
    name: row.name,
    final: row.final_price ?? 0,
    discount: row.discount,
    rating: row.rating,
    created: row.created_at,
    category: names.get(row.category_id ?? '') ?? '',
    colors: row.product_colors.map(({ colors }) => colors.name),
    variants: row.product_variants,
  }))
})

const isUnder = (category: string, root: string): boolean =>
  category === root || (parents.get(category) ? isUnder(parents.get(category) ?? '', root) : false)

const newest = (rows: Row[]) => rows.toSorted((a, b) => (a.created < b.created ? 1 : -1))

async function listing(query: string) {
  const page = await newVisitor().get(`/product-listing${query}`)
  return { page, root: dom(page), status: page.status }
}

/** Returns all products of a listing, over its pages. */
async function listed(query: string): Promise<string[]> {
  const found: string[] = []
  for (let number = 1; ; number += 1) {
    const { root } = await listing(`${query}${query ? '&' : '?'}page=${number}`)
    found.push(...links(root, '.product-grid a.card').map((link) => link.replace(/^\/product\/|\?.*$/g, '')))
    if (!root.querySelector('.pages a[rel=next]')) return found
  }
}

const has = (row: Row, key: keyof Row['variants'][number], ...values: string[]) =>
  row.variants.some((variant) => values.includes(variant[key] ?? ''))

test.each<[string, string, (row: Row) => boolean]>([
  ['LS-16', '?category=bra', ({ category }) => isUnder(category, 'Bra')],
  ['LS-35', '?category=Nightwear', ({ category }) => isUnder(category, 'Nightwear')],
  ['LS-18', '?colors=Crimson,Yellow', ({ colors }) => colors.includes('Crimson') || colors.includes('Yellow')],
  ['LS-19', '?sizes=XXL,38D', (row) => has(row, 'size', 'XXL', '38D')],
  ['LS-20', '?brandSizes=38', (row) => has(row, 'brand_size', '38')],
  ['LS-21', '?cupSizes=D', (row) => has(row, 'cup_size', 'D')],
  ['LS-22', '?materials=Modal,Lace', (row) => has(row, 'material', 'Modal', 'Lace')],
  [
    'the attribute',
    '?attributes=support:firm,support:light',
    ({ category }) => /^(Sports Bras|Bralettes)$/.test(category),
  ],
  ['LS-23', '?minPrice=4000', ({ final }) => final >= 4000],
  ['LS-24', '?maxPrice=900', ({ final }) => final <= 900],
  [
    'LS-16 LS-18 LS-23',
    '?category=Bra&colors=Red&minPrice=1500',
    (row) => isUnder(row.category, 'Bra') && row.colors.includes('Red') && row.final >= 1500,
  ],
])('%s %s lists exactly the matching products, newest first', async (_, query, fits) => {
  const expected = newest(catalogue.filter(fits)).map(({ slug }) => slug)
  expect(expected.length).toBeGreaterThan(0)
  expect(expected.length).toBeLessThan(catalogue.length)
  expect(await listed(query)).toEqual(expected)
})

test('has a control for each filter, with the values of the catalogue (LS-04, LS-05, LS-06, LS-07, LS-08, LS-09)', async () => {
  const { root } = await listing('?sizes=XXL&brandSizes=38&minPrice=1000&more=colors')
  const values = (name: string) =>
    root.querySelectorAll(`input[type=checkbox][name=${name}]`).map((box) => box.getAttribute('value') ?? '')
  const of = (key: keyof Row['variants'][number]) =>
    [...new Set(catalogue.flatMap(({ variants }) => variants.map((variant) => variant[key])))]
      .filter((value) => value !== null)
      .toSorted()
  expect(values('colors').toSorted()).toEqual([...new Set(catalogue.flatMap(({ colors }) => colors))].toSorted())
  expect(values('sizes').toSorted()).toEqual(of('size'))
  expect(values('brandSizes').toSorted()).toEqual(of('brand_size'))
  expect(values('cupSizes').toSorted()).toEqual(of('cup_size'))
  expect(values('materials').toSorted()).toEqual(of('material'))
  const checked = root.querySelectorAll('input[type=checkbox][checked]').map((box) => box.getAttribute('value'))
  expect(checked).toEqual(expect.arrayContaining(['XXL', '38']))
  expect(checked).toHaveLength(2)
  const bound = (name: string) => root.querySelector(`input[type=number][name=${name}]`)?.getAttribute('value')
  expect([bound('minPrice'), bound('maxPrice')]).toEqual(['1000', ''])
})

test('sorts in the four orders of the specification, and offers two more after them (LS-10, LS-26, LS-27, LS-44, LS-45, LS-46, LS-47, LS-48)', async () => {
  const first = async (query: string) => (await listed(query)).slice(0, 30)
  const by = (compare: (a: Row, b: Row) => number) =>
    catalogue
      .toSorted(compare)
      .map(({ slug }) => slug)
      .slice(0, 30)
  const prices = async (query: string) =>
    (await listed(query)).map((slug) => catalogue.find((row) => row.slug === slug)?.final)
  const finals = catalogue.map(({ final }) => final)
  expect(await first('')).toEqual(
    newest(catalogue)
      .map(({ slug }) => slug)
      .slice(0, 30),
  )
  expect(await first('?sortBy=name&sortOrder=asc')).toEqual(by((a, b) => (a.name < b.name ? -1 : 1)))
  expect(await prices('?sortBy=price&sortOrder=asc')).toEqual(finals.toSorted((a, b) => a - b))
  expect(await prices('?sortBy=price&sortOrder=desc')).toEqual(finals.toSorted((a, b) => b - a))
  const options = all((await listing('?sortBy=price&sortOrder=desc')).root, 'select[name=sort] option')
  expect(options).toEqual([
    'Latest',
    'Price Low to High',
    'Price High to Low',
    'Name A to Z',
    'Best Selling',
    'Best Rated',
  ])
})

test('sorts by rating, with products that nobody has rated after all others (LS-53)', async () => {
  const ratings = (await listed('?sortBy=rating')).map((slug) => catalogue.find((row) => row.slug === slug)?.rating)
  expect(ratings).toEqual(catalogue.map(({ rating }) => rating).toSorted((a, b) => (b ?? 0) - (a ?? 0)))
})

test('sorts by what sells best', async () => {
  const { slug = '' } = catalogue.toSorted((a, b) => (a.created < b.created ? -1 : 1))[3] ?? {}
  await serviceClient().from('products').update({ sold: 4_000 }).eq('slug', slug)
  const { root } = await listing('?sortBy=sold&sortOrder=desc')
  expect(links(root, '.product-grid a.card')[0]).toBe(`/product/${slug}`)
})

test('leads to the categories below the one that is shown by their pictures', async () => {
  const tiles = async (query: string) => {
    const { root } = await listing(query)
    // Four empty circles would be in the way of the products.
    const hasPictures = root.querySelectorAll('.tiles img').length > 0
    expect(root.querySelectorAll('.tiles a .picture').length).toBe(
      hasPictures ? root.querySelectorAll('.tiles a').length : 0,
    )
    return all(root, '.tiles a')
  }
  const below = (name: string | null) =>
    [...parents].filter(
      ([child, parent]) => parent === name && catalogue.some(({ category }) => isUnder(category, child)),
    )
  for (const [query, name] of [
    ['', null],
    ['?category=Bra', 'Bra'],
  ] as const)
    expect((await tiles(query)).toSorted()).toEqual(
      below(name)
        .map(([child]) => child)
        .toSorted(),
    )
  expect([await tiles('?colors=Black'), await tiles('?page=2')]).toEqual([[], []])
})

test('shows twelve products per page, at most five page links, and the last page for larger numbers (LS-11, LS-25, LS-42, LS-43)', async () => {
  const pages = Math.ceil(catalogue.length / 12)
  const { root } = await listing('?page=3')
  expect(root.querySelectorAll('.product-grid a.card')).toHaveLength(12)
  expect(all(root, '.pages a[aria-label^="Page "]')).toEqual(['1', '2', '3', '4', '5'])
  expect(words(root.querySelector('.pages [aria-current="page"]'))).toBe('3')
  const last = await listing('?page=9999')
  expect(last.status).toBe(200)
  expect(words(last.root.querySelector('.pages [aria-current="page"]'))).toBe(String(pages))
})

test('searches name, category and description, ranked by how well the name fits (LS-17)', async () => {
  const names = async (text: string) =>
    all((await listing(`?search=${encodeURIComponent(text)}`)).root, '.product-grid h2')
  expect((await names('guest robe'))[0]).toBe('Guest robe')
  expect((await names('lace brief')).slice(0, 3).every((name) => /lace|brief/i.test(name))).toBe(true)
  expect((await names('robes')).length).toBeGreaterThan(0)
  expect((await names('shawl collar'))[0]).toBe('Satin robe with tie belt')
})

test.each([
  ['nightgwon', /nightgown/i],
  ['braletee', /bralette/i],
  ['RÓBE', /robe/i],
  ['Pyjámas', /pyjama/i],
])('searches tolerantly: %s (LS-17)', async (text, expected) => {
  const { root } = await listing(`?search=${encodeURIComponent(text)}`)
  expect(words(root.querySelector('.product-grid h2'))).toMatch(expected)
})

test('opens the products of a search in the size that it names', async () => {
  for (const text of ['bra 34b', '34 B bra']) {
    const cards = (await listing(`?search=${encodeURIComponent(text)}`)).root.querySelectorAll('.product-grid a.card')
    const others = cards.filter((card) => !card.getAttribute('href')?.includes('size=34B'))
    expect([text, cards.length > others.length]).toEqual([text, true])
    expect(others.filter((card) => !words(card).includes('Sold out in 34B'))).toEqual([])
  }
  const filtered = links((await listing('?search=bra+34b&sizes=36B')).root, '.product-grid a.card')
  expect(filtered.filter((href) => href.includes('size=34B'))).toEqual([])
  const several = links((await listing('?search=bra')).root, '.product-grid a.card')
  expect(several.filter((href) => href.includes('size='))).toEqual([])
})

test('suggests products in the size of the search', async () => {
  const { text } = await newVisitor().get('/search-suggestions?q=bra+34b')
  const found = (JSON.parse(text) as { suggestions: { url: string }[] }).suggestions.map(({ url }) => url)
  expect([found.length > 0, found.filter((url) => !url.includes('size=34B'))]).toEqual([true, []])
})

test('takes a price in a search as a filter, which can be removed', async () => {
  const { root } = await listing('?search=bra+under+2000')
  expect(links(root, '.applied a')).toContain('/product-listing?search=bra')
  const priced = (await listing('?search=bra&maxPrice=2000')).root
  expect(all(root, '.product-grid h2')).toEqual(all(priced, '.product-grid h2'))
  const { text } = await newVisitor().get('/search-suggestions?q=bra+under+2000')
  const { suggestions } = JSON.parse(text) as { suggestions: { price: string }[] }
  const prices = suggestions.map(({ price }) => Number(price.replace(/[^\d.]/g, '').replace(/^\./, '')))
  expect([prices.length > 0, prices.filter((price) => price > 2000)]).toEqual([true, []])
})

test.each([
  ['ORD-1764420000000-12', '/help/delivery-details?tab=tracking'],
  ['return', '/help/returns'],
  ['my order', '/help/delivery-details?tab=tracking'],
  ['delivery charges', '/help/delivery-details'],
])('leads the search %s to the help', async (text, href) => {
  expect(links((await listing(`?search=${encodeURIComponent(text)}`)).root, '[role=note] a')).toContain(href)
})

test('drops category and filters after a search (LS-01, LS-32, LS-33)', async () => {
  const { root } = await listing('?category=Bra&colors=Red&minPrice=500')
  const form = root.querySelector('form[role=search]')
  expect(form?.getAttribute('action')).toBe('/product-listing')
  const fields = (one: typeof form) => one?.querySelectorAll('input').map((input) => input.getAttribute('name'))
  expect(fields(form)).toEqual(['search'])
  // A chosen order stays (A17).
  const sorted = await listing('?category=Bra&minPrice=500&sortBy=name&sortOrder=asc')
  expect(fields(sorted.root.querySelector('form[role=search]'))).toEqual(['sortBy', 'sortOrder', 'search'])
})

test('shows six categories first, then all with their subcategories; a category’s link drops other filters (LS-02, LS-03, LS-34, LS-36, LS-37)', async () => {
  const first = await listing('')
  expect(all(first.root, 'a.category-link')).toHaveLength(7)
  const more = first.root.querySelectorAll('.filters a').find((link) => words(link) === 'View More')
  const whole = await listing((more?.getAttribute('href') ?? '').replace('/product-listing', ''))
  const shown = all(whole.root, 'a.category-link').map((text) => text.replace(/ \d+$/, ''))
  expect(shown.toSorted()).toEqual(['All Products', ...parents.keys()].toSorted())
  const { root } = await listing('?category=Bra&colors=Red&search=lace&sortBy=name&sortOrder=asc')
  expect(links(root, 'a.category-link').length).toBeGreaterThan(1)
  for (const link of root.querySelectorAll('a.category-link')) {
    const name = words(link).replace(/ \d+$/, '')
    const query = [...new URLSearchParams(link.getAttribute('href')?.replaceAll('&amp;', '&').split('?')[1])]
    expect(query.filter(([key]) => !/^sort(By|Order)$/.test(key))).toEqual(
      name === 'All Products' ? [] : [['category', name]],
    )
  }
})

test('shows nine colours first, then all (LS-38, LS-39)', async () => {
  const swatches = (root: ReturnType<typeof dom>) => root.querySelectorAll('input[name=colors]')
  const first = await listing('')
  expect(swatches(first.root)).toHaveLength(9)
  const more = first.root.querySelectorAll('.filters a').find((link) => words(link) === 'View More colors')
  const whole = await listing((more?.getAttribute('href') ?? '').replace('/product-listing', ''))
  expect(swatches(whole.root)).toHaveLength(13)
})

test('shows the thirteen colours by name, each with its own hue, and every choice from the catalogue (LS-56, LS-57, LS-55)', async () => {
  const { root } = await listing('?more=colors')
  const swatches = root.querySelectorAll('input[name=colors]')
  expect(swatches.map((input) => input.getAttribute('value')).toSorted()).toEqual(
    [
      'Red',
      'Blue',
      'Black',
      'Grey',
      'Navy Blue',
      'Maroon',
      'Purple',
      'Lime Green',
      'Yellow',
      'Pink',
      'Beige',
      'Crimson',
      'White',
    ].toSorted(),
  )
  const hues = swatches.map((input) => /#[0-9a-f]{6}/.exec(String(input.parentNode))?.[0])
  expect(new Set(hues).size).toBe(13)
  const { data } = await serviceClient().rpc('get_filter_options')
  const options = data as Record<'sizes' | 'brand_sizes' | 'cup_sizes' | 'materials', string[]>
  const values = (name: string) =>
    root.querySelectorAll(`input[name=${name}]`).map((input) => input.getAttribute('value'))
  expect(values('sizes')).toEqual(options.sizes)
  expect(values('brandSizes')).toEqual(options.brand_sizes)
  expect(values('cupSizes')).toEqual(options.cup_sizes)
  expect(values('materials')).toEqual(options.materials)
})

test('makes filters, sort and pages GET forms and links, with number inputs for prices (LS-29, LS-40)', async () => {
  const { root } = await listing('?category=Bra')
  const forms = root.querySelectorAll('main form:not(.heart)')
  expect(forms.length).toBeGreaterThanOrEqual(2)
  for (const form of forms) {
    expect(form.getAttribute('method') ?? 'get').toBe('get')
    expect(form.getAttribute('action')).toBe('/product-listing')
    expect(form.querySelector('input[name=category]')?.getAttribute('value')).toBe('Bra')
  }
  for (const name of ['minPrice', 'maxPrice'])
    expect(root.querySelector(`input[name=${name}]`)?.getAttribute('type')).toBe('number')
  // Browsers without JavaScript send one value per checkbox, and empty bounds.
  const sent = await listing('?category=Bra&colors=Red&colors=Black&minPrice=&maxPrice=')
  expect(all(sent.root, '.applied a').map((label) => label.replace(/ ×$/, ''))).toEqual([
    'Category: Bra',
    'Color: Red',
    'Color: Black',
    'Clear all',
  ])
})

test('links applied filters to the list without them, and shows the total (LS-28)', async () => {
  const { root } = await listing('?category=Bra&colors=Red&maxPrice=3000')
  const without = root.querySelector('[aria-label="Remove filter Color: Red"]')?.getAttribute('href')
  expect(without).toBe('/product-listing?category=Bra&maxPrice=3000')
  const expected = catalogue.filter(
    (row) => isUnder(row.category, 'Bra') && row.colors.includes('Red') && row.final <= 3000,
  )
  expect(words(root.querySelector('.section-head [role=status]'))).toBe(
    `${expected.length} product${expected.length === 1 ? '' : 's'}`,
  )
})

test('shows a breadcrumb home and complete cards (LS-14, LS-15, LS-49, LS-50, LS-51)', async () => {
  const { root } = await listing('')
  expect(links(root, '[aria-label="Breadcrumb"] a')).toContain('/')
  const cards = root.querySelectorAll('.product-grid a.card')
  expect(cards).toHaveLength(12)
  for (const card of cards) {
    const row = catalogue.find(({ slug }) => card.getAttribute('href') === `/product/${slug}`)
    expect(words(card.querySelector('h2'))).toBe(row?.name)
    expect(card.querySelector('img')).not.toBeNull()
    const price = `Rs. ${row?.final.toLocaleString('en-US', { minimumFractionDigits: 2 })}`
    expect(words(card.querySelector('.price')).split(' before')[0]).toBe(price)
    expect(words(card.querySelector('.badge') ?? null)).toBe(row?.discount ? `-${Math.round(row.discount)}%` : '')
    const stars = card.querySelector('.stars')
    expect([stars?.getAttribute('style'), stars?.getAttribute('aria-label')]).toEqual([
      `--rating:${row?.rating ?? 4.5}`,
      row?.rating ? `${row.rating} out of 5` : 'No ratings',
    ])
    const dots = card.parentNode?.querySelector('.dots') ?? null
    expect(dots?.querySelectorAll('a').length).toBe(Math.min(5, row?.colors.length ?? 0))
    expect(words(dots).includes('more')).toBe((row?.colors.length ?? 0) > 5)
  }
  const { data } = await serviceClient()
    .from('products')
    .select('slug')
    .is('rating', null)
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
  const name = catalogue.find(({ slug }) => slug === data?.slug)?.name ?? ''
  const search = await listing(`?search=${encodeURIComponent(name)}`)
  const card = search.root
    .querySelectorAll('a.card')
    .find((one) => one.getAttribute('href') === `/product/${data?.slug}`)
  const stars = card?.querySelector('.stars')
  // Only to the eye: screen readers hear that there are none (decision 8).
  expect([stars?.getAttribute('style'), stars?.getAttribute('aria-label')]).toEqual(['--rating:4.5', 'No ratings'])
  expect(words(card?.querySelector('.rating') ?? null)).toBe('')
})

test('the desk turns the stars of unrated products off and on (LS-63)', async () => {
  const { desk } = await newOperator('Desk Person')
  const path = '/desk/settings/listing_rules'
  const form = async () => formFields((await desk.get(path)).html, 'name="id"')
  // Each list is asked for once, since the shop of the tests doesn't watch the catalogue for changes.
  const starred = async (query: string) =>
    (await listing(query)).root.querySelectorAll('.stars[aria-label="No ratings"]').length > 0
  expect([(await form()).default_stars, await starred('?minPrice=1')]).toEqual(['on', true])
  const { default_stars: _, ...without } = await form()
  expect((await desk.post(path, without)).text).toContain('The rules are saved.')
  expect(await starred('?minPrice=2')).toBe(false)
  expect(all((await listing('?minPrice=2')).root, '.card .rating')).toContain('No ratings')
  await desk.post(path, { ...(await form()), default_stars: 'on' })
  expect(await starred('?minPrice=3')).toBe(true)
})

test('gives a listing card a lazy second picture for hovering', async () => {
  const { data } = await serviceClient().from('product_media').select('url').like('url', '/pictures/guest-robe-%-back%')
  const back = data?.[0]?.url.replace('.webp', '') ?? ''
  const page = dom(await newVisitor().get('/product-listing?search=guest+robe'))
  const picture = page.querySelector('a.card[href^="/product/guest-robe"] .second')
  expect(picture?.getAttribute('src')).toBe(`/images/480${back}.webp`)
  expect(picture?.getAttribute('loading')).toBe('lazy')
})

test('counts the sixth and further colours (LS-49)', async () => {
  const many = catalogue.find(({ colors }) => colors.length > 5)
  if (!many) throw new Error('The seeds have a product in more than five colours.')
  const { root } = await listing(`?search=${encodeURIComponent(many.name)}`)
  const card = root.querySelectorAll('a.card').find((one) => one.getAttribute('href') === `/product/${many.slug}`)
  expect(words(card?.parentNode?.querySelector('.dots > span') ?? null)).toBe(`+${many.colors.length - 5} more`)
})

test('links each card to the product in its colours, and to its sizes, in the size that is looked for', async () => {
  const { root } = await listing('?sizes=34B')
  const frames = root.querySelectorAll('.card-frame')
  expect(frames.length).toBeGreaterThan(3)
  for (const frame of frames) {
    const card = frame.querySelector('a.card')?.getAttribute('href') ?? ''
    const row = catalogue.find(({ slug }) => card.startsWith(`/product/${slug}`))
    expect(row?.colors).toEqual(expect.arrayContaining(all(frame, '.dots a')))
    for (const [index, link] of links(frame, '.dots a').entries())
      expect(new URLSearchParams(link.split('?')[1]).get('color')).toBe(all(frame, '.dots a')[index])
    expect(links(frame, '.card-sizes')).toEqual([`${card}#buy`])
    expect(words(frame.querySelector('.card-sizes'))).toBe(`Choose a size of ${row?.name}`)
  }
})

test('keeps the stars of unrated products out of structured data and the product page (LS-52, LS-54)', async () => {
  const { data } = await serviceClient()
    .from('products')
    .select('slug')
    .is('rating', null)
    .eq('is_active', true)
    .limit(1)
    .single()
  const page = await newVisitor().get(`/product/${data?.slug}`)
  expect(page.html).not.toContain('aggregateRating')
  expect(words(dom(page).querySelector('.product-rating'))).toBe('No ratings')
  const { root } = await listing('')
  expect(String(root.querySelector('.product-grid'))).toContain('--rating:4.5')
  expect(all(root, 'script[type="application/ld+json"]').join('')).not.toMatch(/rating|4\.5/i)
})

test('explains an empty result and an unknown category (LS-61, LS-62)', async () => {
  expect((await listing('?search=zzzzqqqq')).page.text).toContain('No products found matching your criteria.')
  const unknown = await listing('?category=Hats')
  expect([unknown.status, unknown.page.text]).toEqual([404, expect.stringContaining('Category "Hats" not found.')])
  // Its page has nothing to filter or sort.
  expect(unknown.root.querySelector('.no-match')).not.toBeNull()
})

test.each([
  "?search=' or 1=1 --",
  '?search=%25&colors=%27%29%3Bdrop',
  '?search=_%25_',
  '?category=*&sizes=in.(S)',
  '?colors=or=(id.eq.1)&materials={a,b}',
  '?sortBy=price;drop table products&sortOrder=asc;--',
  '?page=-1',
  '?page=1e9',
  '?page=NaN&minPrice=NaN&maxPrice=-1',
  '?search=%00%ED%A0%80',
  '?minPrice=1e400&maxPrice=0x10',
  '?page=1&page=2&category=Bra&category=Hats',
])('attack: treats %s as words, never as a query', async (query) => {
  const { status, page } = await listing(query)
  // No category, colour or material has such a name.
  expect([200, 404]).toContain(status)
  expect(page.text).not.toMatch(/Failed to|went wrong|syntax/)
})

test('attack: shows the search as text', async () => {
  const { page } = await listing(`?search=${encodeURIComponent('"><script>alert(1)</script>')}&category=`)
  expect(page.html).not.toContain('<script>alert')
  expect(
    (await listing(`?category=${encodeURIComponent('</title><script>alert(1)</script>')}`)).page.html,
  ).not.toContain('<script>alert')
})
