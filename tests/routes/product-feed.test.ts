import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newOperator } from '../support/desk.ts'
import { parseXml, problemsOf, valuesOf, type XmlElement } from '../support/merchant-specification.ts'
import { newVisitor, serviceClient } from '../support/people.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

// The product feed for Google Merchant Center and Meta.

const FEED = '/feeds/products.xml'
const shop = () => inject('shopUrl')

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Desk Person')).desk
})

/** The products that tests bring. They are older than all others, so that no list of new ones has them. */
const products: string[] = []
afterAll(async () => {
  await serviceClient().from('products').delete().in('id', products)
})

async function readFeed(): Promise<{ channel: XmlElement; items: XmlElement[] }> {
  const response = await newVisitor().request(FEED)
  expect(response.status).toBe(200)
  const rss = parseXml(await response.text())
  const [channel] = rss.children
  if (!channel) throw new Error('No channel.')
  return { channel, items: channel.children.filter(({ name }) => name === 'item') }
}

const first = (item: XmlElement, name: string) => valuesOf(item)[name]?.[0]

/** Makes a product with colours and sizes. Returns its ID. */
async function newProduct(changes: Record<string, unknown> = {}) {
  const db = serviceClient()
  const slug = `feed-${crypto.randomUUID().slice(0, 8)}`
  const { data: parent } = await db.from('product_categories').select('id').eq('name', 'Lace Bras').single()
  const row = {
    name: 'Feed & robe',
    slug,
    price: 2000,
    discount: 25,
    category_id: parent?.id,
    created_at: '2020-01-01',
    ...changes,
  }
  const { data: product, error } = await db.from('products').insert(row).select('id').single()
  if (error) throw error
  products.push(product.id)
  const { data: colors } = await db.from('colors').select('id, name').in('name', ['Black', 'White']).order('name')
  await db.from('product_colors').insert((colors ?? []).map(({ id }) => ({ product_id: product.id, color_id: id })))
  await db.from('product_variants').insert([
    { product_id: product.id, size: 'S', stock: 0, display_order: 1 },
    { product_id: product.id, size: 'M', stock: null, display_order: 2 },
  ])
  const media = ['front', 'back'].map((name, place) => ({
    product_id: product.id,
    url: `https://shop.example/storage/v1/object/public/products/${name}.webp`,
    color_id: colors?.[place]?.id,
    display_order: place,
  }))
  const added = await db.from('product_media').insert(media)
  if (added.error) throw added.error
  return { id: product.id, slug }
}

const itemsOf = ({ items }: { items: XmlElement[] }, id: string) =>
  items.filter((item) => first(item, 'g:item_group_id') === id)

test('every item of the product feed is as the specification asks, and has an ID of its own (SF-01)', async () => {
  await newProduct({ description: '<b>Soft</b> & warm\u0007 ]]> "robe"' })
  const { channel, items } = await readFeed()
  expect(['title', 'link', 'description'].map((name) => Boolean(first(channel, name)))).toEqual([true, true, true])
  expect(items.length).toBeGreaterThan(50)
  expect(items.flatMap((item) => problemsOf(item).map((problem) => `${first(item, 'g:title')}: ${problem}`))).toEqual(
    [],
  )
  expect(new Set(items.map((item) => first(item, 'g:id'))).size).toBe(items.length)
  const { data } = await serviceClient().from('products').select('slug').eq('is_active', true).is('deleted_at', null)
  const listed = new Set(items.map((item) => new URL(first(item, 'g:link') ?? '').pathname.split('/')[2]))
  const missing = (data ?? []).map(({ slug }) => slug).filter((slug) => !listed.has(slug))
  // Products that other tests bring may lack a picture, which Google asks for.
  const { data: pictured } = await serviceClient()
    .from('products')
    .select('slug, product_media!inner(id)')
    .in('slug', missing)
  expect(pictured).toEqual([])
})

test('a product has an item for each colour and size, with its own link, picture, price and stock (SF-01)', async () => {
  const { id, slug } = await newProduct()
  const items = itemsOf(await readFeed(), id)
  expect(items.map((item) => ['g:color', 'g:size', 'g:availability'].map((name) => first(item, name)))).toEqual([
    ['Black', 'S', 'out of stock'],
    ['Black', 'M', 'in stock'],
    ['White', 'S', 'out of stock'],
    ['White', 'M', 'in stock'],
  ])
  const [black, , nude] = items
  if (!black || !nude) throw new Error('Too few items.')
  const values = valuesOf(black)
  expect(values['g:link']).toEqual([`${shop()}/product/${slug}?color=Black&size=S`])
  expect([values['g:price'], values['g:sale_price']]).toEqual([['2000.00 PKR'], ['1500.00 PKR']])
  expect(values['g:title']).toEqual(['Feed & robe, Black, S'])
  expect(values['g:product_type']).toEqual(['Bra > Lace Bras'])
  expect([first(black, 'g:image_link'), first(nude, 'g:image_link')]).toEqual(
    ['front', 'back'].map((name) => `${shop()}/images/shared/storage/products/${name}.webp.jpg`),
  )
  const page = await newVisitor().get(first(black, 'g:link')?.replace(shop(), '') ?? '')
  expect([page.status, page.text.includes('Rs. 1,500.00')]).toEqual([200, true])
})

test('a size that is counted by colour is in stock in the colours that are left (ST-02)', async () => {
  const db = serviceClient()
  const { id } = await newProduct()
  const { data: size } = await db.from('product_variants').select('id').eq('product_id', id).eq('size', 'M').single()
  const { data: colors } = await db.from('colors').select('id').in('name', ['Black', 'White']).order('name')
  const counted = (colors ?? []).map((color, place) => ({
    variant_id: size?.id ?? '',
    color_id: color.id,
    stock: place * 3,
  }))
  expect((await db.from('variant_stock').insert(counted)).error).toBeNull()
  const items = itemsOf(await readFeed(), id).filter((item) => first(item, 'g:size') === 'M')
  expect(items.map((item) => [first(item, 'g:color'), first(item, 'g:availability')])).toEqual([
    ['Black', 'out of stock'],
    ['White', 'in stock'],
  ])
})

test('the feed follows each change of the catalogue, and is the same file until then (SF-02)', async () => {
  const { id } = await newProduct()
  const tagOf = async () => {
    const response = await newVisitor().request(FEED)
    await response.text()
    return response.headers.get('etag') ?? ''
  }
  const before = await tagOf()
  const { error } = await serviceClient().from('products').update({ price: 2400 }).eq('id', id)
  expect(error).toBeNull()
  expect(itemsOf(await readFeed(), id).map((item) => first(item, 'g:price'))).toEqual(
    Array.from({ length: 4 }, () => '2400.00 PKR'),
  )
  expect(await tagOf()).not.toBe(before)
  await serviceClient().from('products').update({ is_active: false }).eq('id', id)
  expect(itemsOf(await readFeed(), id)).toEqual([])
})

test('the feed is sent compressed to those who can read that, and not again to those who have it', async () => {
  const response = await newVisitor().request(FEED, { headers: { 'accept-encoding': 'identity' } })
  const type = response.headers.get('content-type')
  const [plain, tag] = [await response.text(), response.headers.get('etag') ?? '']
  expect([type, response.headers.get('content-encoding')]).toEqual(['application/xml; charset=utf-8', null])
  const raw = await fetch(shop() + FEED, { headers: { 'accept-encoding': 'gzip' } })
  expect(raw.headers.get('content-encoding')).toBe('gzip')
  if (raw.headers.get('etag') === tag) expect((await raw.text()).length).toBe(plain.length)
  const again = await newVisitor().request(FEED, { headers: { 'if-none-match': raw.headers.get('etag') ?? '' } })
  expect([200, 304]).toContain(again.status)
  const head = await newVisitor().request(FEED, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('operators set what companies ask of a category, and the categories below have it (SF-03)', async () => {
  const db = serviceClient()
  const named = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`
  const { data: above } = await db
    .from('product_categories')
    .insert({ name: named('Boys'), is_active: false })
    .select('id, name')
    .single()
  const below = { name: named('Vests'), parent_id: above?.id, is_active: false }
  const { data: category } = await db.from('product_categories').insert(below).select('id').single()
  const { id } = await newProduct({ category_id: category?.id })
  const page = await desk.get('/desk/settings/feed_category')
  expect(page.text).toContain(FEED)
  const form = formFields(page.html, `value="${above?.id}"`)
  const saved = await desk.post('/desk/settings/feed_category', {
    ...form,
    google_category: '213',
    gender: 'male',
    age_group: 'kids',
  })
  expect(saved.text).toContain('saved')
  const [item] = itemsOf(await readFeed(), id)
  if (!item) throw new Error('No item.')
  expect(['g:google_product_category', 'g:gender', 'g:age_group'].map((name) => first(item, name))).toEqual([
    '213',
    'male',
    'kids',
  ])
  const wrong = await desk.post('/desk/settings/feed_category', { ...form, google_category: 'Vests' })
  expect(wrong.status).toBe(400)
})
