import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NameKind } from '../../app/catalog/former-names.server.ts'
import { all, dom, links, words } from '../support/page-dom.ts'
import { startFragileShop, type FragileShop, type ShopProcess } from '../support/fragile-shop.ts'
import { serviceBackend } from '../support/orders.ts'
import { Visitor } from '../support/visitor.ts'

// Names in addresses that were changed, hidden or never were, of each kind that has them (decision 201).

interface Kind {
  /** The address of a page by a name. */
  address: (name: string) => string
  /** Makes a row with a name. Returns its ID. */
  make: (name: string) => Promise<string>
  rename: (id: string, name: string) => PromiseLike<{ error: unknown }>
  /** Gives it to a product, without which the listing can't be filtered by it. */
  offer?: (id: string) => PromiseLike<{ error: unknown }>
  /** Hides it from shoppers, or deletes it if it can't be hidden. */
  hide: (id: string) => PromiseLike<{ error: unknown }>
  remove: (id: string) => PromiseLike<{ error: unknown }>
}

let shop: FragileShop
let process: ShopProcess
beforeAll(async () => {
  shop = await startFragileShop()
  process = await shop.startProcess({ CATALOGUE_SECONDS: '1' })
})
afterAll(() => shop.stop())

/** Far below the time for which the catalogue would be served otherwise. */
const SOON = { timeout: 30_000, interval: 200 }
const newVisitor = () => new Visitor(process.url)
const db = () => serviceBackend(shop.settings)
const unique = () => crypto.randomUUID().slice(0, 8)

async function made(request: PromiseLike<{ data: { id: string } | null; error: unknown }>): Promise<string> {
  const { data, error } = await request
  if (error || !data) throw error
  return data.id
}

const newProduct = (slug: string) =>
  made(db().from('products').insert({ name: 'Named robe', slug, price: 1000 }).select('id').single())

/** The attribute whose values these tests name. */
const attribute = `named-${unique()}`

const listing = (parameter: string) => (name: string) =>
  `/product-listing?${new URLSearchParams({ [parameter]: name })}`

const KINDS: Record<NameKind, Kind> = {
  category: {
    address: listing('category'),
    make: (name) => made(db().from('product_categories').insert({ name }).select('id').single()),
    rename: (id, name) => db().from('product_categories').update({ name }).eq('id', id),
    hide: (id) => db().from('product_categories').update({ is_active: false }).eq('id', id),
    remove: (id) => db().from('product_categories').delete().eq('id', id),
  },
  color: {
    address: listing('colors'),
    make: (name) => made(db().from('colors').insert({ name, value: '#123456' }).select('id').single()),
    rename: (id, name) => db().from('colors').update({ name }).eq('id', id),
    offer: async (id) =>
      db()
        .from('product_colors')
        .insert({ product_id: await newProduct(`named-${unique()}`), color_id: id }),
    hide: (id) => db().from('colors').delete().eq('id', id),
    remove: (id) => db().from('colors').delete().eq('id', id),
  },
  attribute_value: {
    address: (name) => `/product-listing?attributes=${attribute}:${name}`,
    async make(code) {
      await db().from('attributes').upsert({ code: attribute, name: attribute })
      await db().from('attribute_values').insert({ attribute, code, name: 'Named' })
      return code
    },
    rename: (_id, code) => db().from('attribute_values').update({ code }).eq('attribute', attribute),
    async offer() {
      const { data } = await db().from('attribute_values').select('code').eq('attribute', attribute).single()
      const product = await newProduct(`named-${unique()}`)
      return db()
        .from('product_attributes')
        .insert({ product_id: product, attribute, value: data?.code ?? '' })
    },
    async hide() {
      await db().from('product_attributes').delete().eq('attribute', attribute)
      return db().from('attribute_values').delete().eq('attribute', attribute)
    },
    remove: () => db().from('attributes').delete().eq('code', attribute),
  },
  product: {
    address: (name) => `/product/${name}`,
    make: (name) => newProduct(name),
    rename: (id, slug) => db().from('products').update({ slug }).eq('id', id),
    hide: (id) => db().from('products').update({ is_active: false }).eq('id', id),
    remove: (id) => db().from('products').delete().eq('id', id),
  },
  page: {
    address: (name) => `/help/${name}`,
    make: (slug) =>
      made(db().from('page_content').insert({ slug, title: 'Named', is_published: true }).select('id').single()),
    rename: (id, slug) => db().from('page_content').update({ slug }).eq('id', id),
    hide: (id) => db().from('page_content').update({ is_published: false }).eq('id', id),
    remove: (id) => db().from('page_content').delete().eq('id', id),
  },
  question_category: {
    address: (name) => `/faq/${name}`,
    async make(slug) {
      const row = { slug, title: `Named ${slug}`, display_order: 99 }
      const id = await made(db().from('faq_categories').insert(row).select('id').single())
      await db()
        .from('faq_items')
        .insert({ category_id: id, question: `Why ${slug}?`, answer: 'So.', display_order: 99 })
      return id
    },
    rename: (id, slug) => db().from('faq_categories').update({ slug }).eq('id', id),
    hide: (id) => db().from('faq_categories').update({ is_active: false }).eq('id', id),
    remove: (id) => db().from('faq_categories').delete().eq('id', id),
  },
  department: {
    address: (name) => `/company/career?department=${name}`,
    make: (department) =>
      made(
        db()
          .from('career_positions')
          .insert({ title: 'Named job', department, location: 'Lahore', type: 'Full time' })
          .select('id')
          .single(),
      ),
    rename: (id, department) => db().from('career_positions').update({ department }).eq('id', id),
    hide: (id) => db().from('career_positions').update({ is_active: false }).eq('id', id),
    remove: (id) => db().from('career_positions').delete().eq('id', id),
  },
  work_category: {
    address: (name) => `/company/works?category=${name}`,
    make: (category) =>
      made(
        db()
          .from('company_works')
          .insert({ title: 'Named work', category, year: 2020, display_order: 99 })
          .select('id')
          .single(),
      ),
    rename: (id, category) => db().from('company_works').update({ category }).eq('id', id),
    hide: (id) => db().from('company_works').update({ is_active: false }).eq('id', id),
    remove: (id) => db().from('company_works').delete().eq('id', id),
  },
}

test('the database and the shop have the same kinds of names', () => {
  const schema = readFileSync('supabase/schemas/former_names.sql', 'utf8')
  expect([...schema.matchAll(/^ {4}\('(\w+)', 'public\./gm)].map(([, kind]) => kind).sort()).toEqual(
    Object.keys(KINDS).sort(),
  )
})

const inUrdu = (address: string) => `${address}${address.includes('?') ? '&' : '?'}lang=ur`

/** Returns status and target of a request without following redirects. */
async function outcome(address: string): Promise<[number, string | null]> {
  const response = await newVisitor().request(address)
  await response.body?.cancel()
  return [response.status, response.headers.get('location')]
}

describe.each(Object.entries(KINDS))('%s', (_kind, { address, make, rename, offer, hide, remove }) => {
  test('an address with a former name leads to the newest one in one step, in its language; 410 once it is hidden or deleted', async () => {
    const [first, second, third, never] = ['a', 'b', 'c', 'd'].map((name) => `n${unique()}${name}`)
    if (!first || !second || !third || !never) throw new Error('Too few names.')
    const id = await make(first)
    expect((await rename(id, second)).error).toBeNull()
    expect((await rename(id, third)).error).toBeNull()
    if (offer) expect((await offer(id)).error).toBeNull()
    await expect.poll(() => outcome(address(third)), SOON).toEqual([200, null])
    await expect.poll(() => outcome(address(first)), SOON).toEqual([301, address(third)])
    await expect.poll(() => outcome(address(second)), SOON).toEqual([301, address(third)])
    await expect.poll(() => outcome(inUrdu(address(first))), SOON).toEqual([301, inUrdu(address(third))])
    expect((await outcome(address(never)))[0]).toBe(404)
    expect((await outcome(inUrdu(address(never))))[0]).toBe(404)

    expect((await hide(id)).error).toBeNull()
    await expect.poll(() => outcome(address(third)), SOON).toEqual([410, null])
    await expect.poll(() => outcome(address(first)), SOON).toEqual([410, null])
    await expect.poll(() => outcome(inUrdu(address(first))), SOON).toEqual([410, null])
    expect((await remove(id)).error).toBeNull()
    await expect.poll(() => outcome(address(second)), SOON).toEqual([410, null])
  })
})

test('a missing category is named in title and heading, with others to choose, and search engines leave it out (LS-62)', async () => {
  for (const path of ['/product-listing', '/on-sale']) {
    const page = await newVisitor().get(`${path}?category=Hats`)
    const root = dom(page)
    expect([page.status, all(root, 'h1'), words(root.querySelector('.section-head [role=status]'))]).toEqual([
      404,
      ['Category "Hats" not found.'],
      '',
    ])
    expect(all(root, '.breadcrumb li').at(-1)).toBe('Hats')
    expect(words(root.querySelector('title'))).toBe('Category "Hats" not found. | Chambeli')
    expect(root.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(links(root, '.empty a').length).toBeGreaterThan(1)
  }
  const urdu = await newVisitor().get('/product-listing?category=Hats&lang=ur')
  expect([urdu.status, all(dom(urdu), 'h1')]).toEqual([404, ['کیٹیگری ”Hats“ نہیں ملی۔']])
})

test.each([null, 'fatima@example.com'])('cart and wishlist of %s follow renamed products and colors', async (email) => {
  const [slug, newSlug, color, newColor] = ['a', 'b', 'C', 'D'].map((name) => `${name}${unique()}`)
  if (!slug || !newSlug || !color || !newColor) throw new Error('Too few names.')
  const product = await newProduct(slug)
  const colorId = await KINDS.color.make(color)
  await db().from('product_colors').insert({ product_id: product, color_id: colorId })
  const visitor = newVisitor()
  if (email) await visitor.post('/login', { emailOrPhone: email, password: 'jasmine-tea-7' })
  const choice = { size: '', color, quantity: '2' }
  const added = await visitor.post('/cart', { intent: 'add', product, color, quantity: '2' })
  expect(words(dom(added).querySelector('.line-about'))).toBe(color)
  await visitor.post('/wishlist', { intent: 'save', slug, ...choice })
  expect((await KINDS.color.rename(colorId, newColor)).error).toBeNull()
  expect((await KINDS.product.rename(product, newSlug)).error).toBeNull()

  const linked = async (path: string) => links(dom(await visitor.get(path)), '.cart-line h2 a')
  await expect.poll(() => linked('/wishlist'), SOON).toEqual([`/product/${newSlug}?color=${newColor}`])
  const line = async () => words(dom(await visitor.get('/cart')).querySelector('.line-about'))
  await expect.poll(line, SOON).toBe(newColor)
  // They are stored by their new names, so what the pages show can be changed.
  const less = await visitor.post('/cart', { intent: 'less', key: [product, '', newColor].join(',') })
  expect(words(dom(less).querySelector('.stepper output'))).toBe('1')
  await visitor.post('/wishlist', { intent: 'remove', slug: newSlug, ...choice, color: newColor, from: '/wishlist' })
  expect(await linked('/wishlist')).toEqual([])
})

test('a wishlist with a former slug is brought along at the log-in', async () => {
  const [slug, newSlug] = [`a${unique()}`, `b${unique()}`]
  const product = await newProduct(slug)
  const visitor = newVisitor()
  await visitor.post('/wishlist', { intent: 'save', slug, size: '', color: '', quantity: '1' })
  expect((await KINDS.product.rename(product, newSlug)).error).toBeNull()
  await visitor.post('/login', { emailOrPhone: 'sana@example.com', password: 'jasmine-tea-7' })
  expect(links(dom(await visitor.get('/wishlist')), '.cart-line h2 a')).toEqual([`/product/${newSlug}`])
})

test('a former category keeps the other filters, the order and the page', async () => {
  const { make, rename } = KINDS.category
  const [old, now] = [`Old ${unique()}`, `New ${unique()}`]
  await rename(await make(old), now)
  const query = (category: string) => `?${new URLSearchParams({ category })}&sizes=M&sortBy=price&sortOrder=asc&page=2`
  await expect
    .poll(() => outcome(`/product-listing${query(old)}`), SOON)
    .toEqual([301, `/product-listing${query(now)}`])
  expect(await outcome(`/on-sale${query(old)}`)).toEqual([301, `/on-sale${query(now)}`])
})

test('an unknown value beside known ones is left out, with a message; alone it lists nothing, and its filter can be removed', async () => {
  const visitor = newVisitor()
  const mixed = await visitor.get('/product-listing?colors=Black,Mauve,Red')
  expect([mixed.status, mixed.url]).toEqual([200, '/product-listing?colors=Black,Red'])
  expect(mixed.text).toContain('There is no color “Mauve”, so it was left out.')
  const alone = await visitor.get('/product-listing?category=Bra&colors=Mauve&sizes=M')
  const root = dom(alone)
  expect(alone.status).toBe(404)
  expect(all(root, '.product-grid a')).toEqual([])
  expect(all(root, '.notice-info')).toEqual(['There is no color “Mauve”.'])
  expect(links(root, '.applied a[data-in-place]')).toContain('/product-listing?category=Bra&sizes=M')
})

test('a product’s address with a former colour leads to the new name, with its size', async () => {
  const { make, rename, offer } = KINDS.color
  const [old, now] = [`Old ${unique()}`, `New ${unique()}`]
  const id = await make(old)
  await offer?.(id)
  await rename(id, now)
  const { data } = await db().from('product_colors').select('products(slug)').eq('color_id', id).single()
  const address = (color: string) => `/product/${data?.products.slug}?${new URLSearchParams({ color })}&size=M`
  await expect.poll(() => outcome(address(old)), SOON).toEqual([301, address(now)])
  expect((await outcome(address('Never')))[0]).toBe(200)
})

test('a name that another row takes is that row’s, and browsers ask again', async () => {
  const { make, rename, address } = KINDS.category
  const [old, now] = [`Old ${unique()}`, `New ${unique()}`]
  await rename(await make(old), now)
  await expect.poll(() => outcome(address(old)), SOON).toEqual([301, address(now)])
  const response = await newVisitor().request(address(old))
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  await make(old)
  await expect.poll(() => outcome(address(old)), SOON).toEqual([200, null])
})

test('while former names can’t be read, pages say that they failed, and are not taken out of search engines', async () => {
  shop.proxy.fault = { path: /find_names/, kind: 'status', status: 500 }
  for (const { address } of Object.values(KINDS)) expect((await outcome(address(`n${unique()}`)))[0]).toBe(503)
  shop.proxy.fault = null
})
