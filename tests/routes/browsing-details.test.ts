import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { all, dom, links, words } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient, signedIn, someProduct } from '../support/people.ts'

async function listing(query: string) {
  const page = await newVisitor().get(`/product-listing${query}`)
  return { page, root: dom(page) }
}

const chips = (root: ReturnType<typeof dom>) =>
  all(root, '.applied[role=group] a').map((text) => text.replace(/ ×$/, ''))
const hints = (root: ReturnType<typeof dom>) => all(root, '.listing [role=note]')
const total = (root: ReturnType<typeof dom>) =>
  Number.parseInt(words(root.querySelector('.section-head [role=status]')))

test('names the filter of each chip', async () => {
  const query =
    '?category=Bra&search=lace&colors=Black&sizes=34C&brandSizes=34&cupSizes=C&materials=Lace&minPrice=500&maxPrice=9000'
  expect(chips((await listing(query)).root)).toEqual([
    'Search: “lace”',
    'Category: Bra',
    'From Rs. 500.00',
    'Up to Rs. 9,000.00',
    'Color: Black',
    'Size: 34C',
    'Waist size: 34',
    'Cup size: C',
    'Material: Lace',
    'Clear all',
  ])
})

test('names unknown values and lists nothing, with chips to remove them', async () => {
  const { root } = await listing('?category=Bra&colors=Mauve&sizes=Enormous&minPrice=cheap&sortBy=taste')
  expect(all(root, '.product-grid .card')).toEqual([])
  expect(chips(root)).toEqual(['Category: Bra', 'Color: Mauve', 'Size: Enormous', 'Clear all'])
  expect(hints(root)).toEqual([
    'There is no color “Mauve”.',
    'There is no size “Enormous”.',
    '“cheap” is no price, so it was left out.',
  ])
})

test('leaves out an unknown value beside a known one', async () => {
  const mixed = await listing('?colors=black,Mauve')
  expect(chips(mixed.root)).toEqual(['Color: Black', 'Clear all'])
  expect(total(mixed.root)).toBe(total((await listing('?colors=Black')).root))
})

test('explains a minimum above the maximum, and accepts a price with paisa', async () => {
  const { root } = await listing('?minPrice=5000&maxPrice=1000')
  expect(hints(root)).toEqual(['The lowest price is above the highest.'])
  const paisa = await listing('?maxPrice=1499.50')
  expect(chips(paisa.root)).toEqual(['Up to Rs. 1,499.50', 'Clear all'])
  for (const name of ['minPrice', 'maxPrice'])
    expect(paisa.root.querySelector(`input[name=${name}]`)?.getAttribute('step')).toBe('any')
})

test('refuses a quantity above the limit with the limit, and keeps the choice', async () => {
  const { id, slug, size, color } = await someProduct()
  const visitor = newVisitor()
  const page = await visitor.post('/cart', { intent: 'add', product: id, slug, size, color, quantity: '99999' })
  expect(page.text).toContain('One line of a cart holds 9,999 pieces at most.')
  expect(new URL(page.url, 'http://shop').pathname).toBe(`/product/${slug}`)
  expect(dom(page).querySelector('input[name=quantity]')?.getAttribute('value')).toBe('9999')
  expect(dom(page).querySelector(`input[name=size][checked]`)?.getAttribute('value')).toBe(size)
  expect((await visitor.get('/cart')).text).toContain('Your cart is empty')
  await visitor.post('/cart', { intent: 'add', product: id, slug, size, color, quantity: '2' })
  const key =
    dom(await visitor.get('/cart'))
      .querySelector('input[name=key]')
      ?.getAttribute('value') ?? ''
  const set = await visitor.post('/cart', { intent: 'set', key, quantity: '99999' })
  expect(set.text).toContain('One line of a cart holds 9,999 pieces at most.')
})

test('counts only new addresses against the newsletter’s limit, which is generous for a network', async () => {
  const visitor = newVisitor()
  const say = async (email: string) => (await visitor.post('/newsletter', { email, from: '/faq' })).text
  const known = `${randomUUID()}@example.com`
  expect(await say(known)).toContain('Successfully subscribed!')
  for (let tries = 0; tries < 70; tries += 1) await visitor.submit('/newsletter', { email: 'nonsense', from: '/faq' })
  for (let tries = 0; tries < 70; tries += 1) await visitor.submit('/newsletter', { email: known, from: '/faq' })
  expect(await say('nonsense')).toContain('Please enter a valid email address')
  expect(await say(known)).toContain('This email is already subscribed to our newsletter!')
  expect(await say(`${randomUUID()}@example.com`)).toContain('Successfully subscribed!')
})

test('returns to the same URL with its query after the newsletter form', async () => {
  const visitor = newVisitor()
  const form = dom(await visitor.get('/product-listing?category=Bra&sizes=34B')).querySelector('#newsletter form')
  const from = form?.querySelector('input[name=from]')?.getAttribute('value') ?? ''
  const back = await visitor.post('/newsletter', { email: `${randomUUID()}@example.com`, from })
  expect(back.url).toBe('/product-listing?category=Bra&sizes=34B#newsletter')
})

let child: { name: string; parent: string }

beforeAll(async () => {
  const { data } = await serviceClient().from('product_categories').select('id, name, parent_id').order('name')
  const row = data?.find(({ parent_id: parent }) => parent !== null)
  child = { name: row?.name ?? '', parent: data?.find(({ id }) => id === row?.parent_id)?.name ?? '' }
})

test('shows every level in the breadcrumbs of lists and products', async () => {
  const { root } = await listing(`?category=${encodeURIComponent(child.name)}`)
  expect(all(root, '.breadcrumb li')).toEqual(['Home', 'All Products', child.parent, child.name])
  expect(links(root, '.breadcrumb a').at(-1)).toBe(`/product-listing?category=${encodeURIComponent(child.parent)}`)
  const { data } = await serviceClient()
    .from('products')
    .select('slug, name, product_categories!inner(name)')
    .eq('product_categories.name', child.name)
    .limit(1)
    .single()
  const product = await newVisitor().get(`/product/${data?.slug}`)
  expect(all(dom(product), '.breadcrumb li')).toEqual(['Home', 'Shop', child.parent, child.name, data?.name])
})

test.each([
  ['New Arrivals', 'is_arrival'],
  ['Top Sellings', 'is_top'],
] as const)('"View all" of %s leads to that list', async (title, flag) => {
  const home = dom(await newVisitor().get('/'))
  const link = home.querySelectorAll('main a').find((one) => words(one) === `View all ${title}`)
  const page = await newVisitor().get(link?.getAttribute('href') ?? '')
  const { count } = await serviceClient().from('products').select('*', { count: 'exact', head: true }).eq(flag, true)
  expect([words(dom(page).querySelector('h1')), total(dom(page))]).toEqual([title, count])
  expect(chips(dom(page))).toEqual([`List: ${title}`, 'Clear all'])
})

test('shows after a submitted review, without JavaScript, a message where the page opens', async () => {
  const visitor = await signedIn(await newPerson())
  const { slug } = await someProduct()
  const back = await visitor.post(`/product/${slug}?tab=ratingReviews&write=1`, { rating: '5', text: 'Lovely' })
  expect(back.url).toMatch(/#tabs$/)
  // Without JavaScript the parser treats this as plain text.
  expect(words(dom(back).querySelector('#tabs noscript'))).toMatch(/role="status">Review submitted successfully!</)
})

test.each([
  ['?colors=Red&colors=Black&minPrice=&maxPrice=', '?colors=Red,Black'],
  ['?category=Bra&sort=price-asc', '?category=Bra&sortBy=price&sortOrder=asc'],
  ['?search=', ''],
  ['?sort=latest', ''],
  ['?page=2&category=&sizes=34B', '?sizes=34B&page=2'],
])('redirects the form URL %s to /product-listing%s', async (sent, address) => {
  const response = await newVisitor().request(`/product-listing${sent}`)
  expect([response.status, response.headers.get('location')]).toEqual([302, `/product-listing${address}`])
  // Also from the cache.
  await newVisitor().get(`/product-listing${address}`)
  expect((await newVisitor().request(`/product-listing${sent}`)).headers.get('location')).toBe(
    `/product-listing${address}`,
  )
  expect((await newVisitor().request(`/product-listing${address}`)).status).toBe(200)
})

test('writes comma lists, sortBy and sortOrder in every link of the listing, and no empty parameters', async () => {
  const { root } = await listing('?colors=Red,Black&sizes=34B,34C&sortBy=price&sortOrder=asc&search=a,b')
  const written = links(root, 'main a[href^="/product-listing?"]').map((link) => link.split(/[?#]/)[1] ?? '')
  expect(written.length).toBeGreaterThan(5)
  for (const query of written) {
    expect(query).not.toMatch(/=(&|$)|%2C|(^|&)sort=/)
    const names = query.split('&').map((pair) => pair.split('=')[0])
    expect(names).toEqual([...new Set(names)])
  }
  expect(written.some((query) => query.includes('sizes=34B,34C'))).toBe(true)
})
