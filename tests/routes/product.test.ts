import { expect, test } from 'vitest'
import { newPerson, newVisitor, serviceClient, someProduct } from '../support/people.ts'
import { all, dom, links, words } from '../support/page-dom.ts'

const NIGHTGOWN = '/product/satin-nightgown-with-lace-hem'

async function product(path = NIGHTGOWN) {
  const page = await newVisitor().get(path)
  return { page, root: dom(page) }
}

async function madeProduct(fields: {
  price?: number
  discount?: number
  category?: string | null
  description?: string
  name?: string
}) {
  const slug = `made-${crypto.randomUUID()}`
  const { data: category } = fields.category
    ? await serviceClient().from('product_categories').select('id').eq('name', fields.category).single()
    : { data: null }
  const { data, error } = await serviceClient()
    .from('products')
    .insert({
      name: fields.name ?? 'Made for a test',
      slug,
      price: fields.price ?? 1000,
      discount: fields.discount ?? 0,
      description: fields.description ?? '',
      category_id: category?.id ?? null,
    })
    .select('id')
    .single()
  if (error) throw error
  return {
    id: data.id,
    slug,
    path: `/product/${slug}`,
    remove: () => serviceClient().from('products').delete().eq('id', data.id),
  }
}

test('links home, to the shop and to the category in the breadcrumb (PD-01)', async () => {
  const { root } = await product()
  const crumb = root.querySelector('[aria-label="Breadcrumb"]')
  expect(all(crumb ?? root, 'li')).toEqual(['Home', 'Shop', 'Nightwear', 'Nightgowns', 'Satin nightgown with lace hem'])
  expect(links(crumb ?? root, 'a')).toEqual([
    '/',
    '/product-listing',
    '/product-listing?category=Nightwear',
    '/product-listing?category=Nightgowns',
  ])
})

test('shows a product without category, colours, sizes and similar products (PD-02, PD-15, PD-35, PD-39)', async () => {
  const made = await madeProduct({ description: 'A description of its own.' })
  const { root, page } = await product(made.path)
  expect(all(root, '[aria-label="Breadcrumb"] li')).toContain('Products')
  expect(page.text).toContain('A description of its own.')
  expect(page.text).toContain('No similar products found')
  expect(root.querySelector('input[name=size], input[name=color]')).toBeNull()
  expect((await product(`${made.path}?tab=SizeGuide`)).page.text).toContain('No size guide available.')
  // Nothing has to be chosen if there is no choice (A50).
  const visitor = newVisitor()
  expect((await visitor.post('/cart', { intent: 'add', product: made.id })).text).toContain('Made for a test')
  await made.remove()
})

test('shows a main picture and three thumbnails, grey where one is missing (PD-03, PD-04, PD-05, PD-06, PD-07)', async () => {
  const { root } = await product()
  const thumbnails = root.querySelectorAll('.thumbnails li')
  expect(thumbnails).toHaveLength(3)
  const source = (page: typeof root) => page.querySelector('.gallery-main .current img')?.getAttribute('src')
  expect(source(root)).toContain('-front.jpg')
  expect(thumbnails[0]?.querySelector('[aria-current=true]')).not.toBeNull()
  const second = await product(thumbnails[1]?.querySelector('a')?.getAttribute('href') ?? '')
  expect(source(second.root)).toContain('-back.jpg')
  const made = await madeProduct({})
  await serviceClient()
    .from('product_media')
    .insert({ product_id: made.id, url: '/pictures/satin-robe-with-tie-belt-red-front.webp' })
  const bare = await product(made.path)
  expect(bare.root.querySelectorAll('.thumbnails .placeholder')).toHaveLength(2)
  const many = await madeProduct({})
  const urls = [1, 2, 3, 4, 5].map((place) => `/pictures/made-for-a-test-${place}.webp`)
  await serviceClient()
    .from('product_media')
    .insert(urls.map((url) => ({ product_id: many.id, url })))
  const full = await product(many.path)
  expect(full.root.querySelectorAll('.thumbnails li a')).toHaveLength(3)
  expect(full.root.querySelectorAll('.thumbnails li')).toHaveLength(3)
  await made.remove()
  await many.remove()
})

test('leads to all of five to eight pictures by the three thumbnails around the main one (PD-03, PD-07)', async () => {
  const made = await madeProduct({})
  const urls = [1, 2, 3, 4, 5].map((place) => `/pictures/made-for-a-test-${place}.webp`)
  await serviceClient()
    .from('product_media')
    .insert(urls.map((url, place) => ({ product_id: made.id, url, display_order: place })))
  const thumbnails = async (query: string) => {
    const { root } = await product(made.path + query)
    return root
      .querySelectorAll('.thumbnails a')
      .map((link) => [link.getAttribute('href')?.at(-1), link.getAttribute('aria-current') ?? ''])
  }
  expect(await thumbnails('')).toEqual([
    ['1', 'true'],
    ['2', ''],
    ['3', ''],
  ])
  expect(await thumbnails('?picture=3')).toEqual([
    ['2', ''],
    ['3', 'true'],
    ['4', ''],
  ])
  expect(await thumbnails('?picture=5')).toEqual([
    ['3', ''],
    ['4', ''],
    ['5', 'true'],
  ])
  await made.remove()
})

test('says what a photograph shows and the words below it, and keeps its point in sight in the product’s own ratio (PD-76, PD-77, PD-78)', async () => {
  const made = await madeProduct({})
  await serviceClient().from('products').update({ picture_ratio: '2/3' }).eq('id', made.id)
  const worn = { role: 'worn', focus: '50% 20%', caption: 'Aleena wears 34B' }
  await serviceClient()
    .from('product_media')
    .insert([{ product_id: made.id, url: '/pictures/made-for-a-test-1.webp', ...worn }])
  const { root } = await product(made.path)
  expect(root.querySelector('.gallery')?.getAttribute('style')).toBe('--ratio:2/3')
  for (const frame of ['.gallery-main .current', '.thumbnails']) {
    const { width, height, style } = root.querySelector(`${frame} img`)?.attributes ?? {}
    expect([width, height, style]).toEqual(['200', '300', 'object-position:50% 20%'])
  }
  expect(all(root, '.gallery-main .caption')).toEqual(['Aleena wears 34B'])
  const shopper = newVisitor()
  const described = async () =>
    dom(await shopper.get(made.path))
      .querySelector('.current img')
      ?.getAttribute('alt')
  expect(await described()).toBe('Made for a test, worn')
  shopper.cookies.set('website_language', 'ur')
  expect(await described()).toBe('Made for a test، پہنے ہوئے')
  await made.remove()
})

test('offers the main picture alone up to 1,120 pixels, and tells phones at most 266 CSS pixels (PD-74)', async () => {
  const { root } = await product(`${NIGHTGOWN}?picture=2`)
  const widths = root
    .querySelectorAll('.gallery-main > div')
    .map((view) =>
      [...(view.querySelector('source')?.getAttribute('srcset') ?? '').matchAll(/ (\d+)w/g)].map(([, width]) => width),
    )
  const others = ['480', '640', '800']
  expect(widths.slice(0, 2)).toEqual([others, [...others, '1120']])
  expect(root.querySelector('.gallery-main source')?.getAttribute('sizes')).toMatch(/,min\(72vw,266px\)$/)
})

test('counts all pictures, and links to the one before and the one after (PD-70)', async () => {
  const made = await madeProduct({})
  const urls = [1, 2, 3, 4, 5].map((place) => `/pictures/made-for-a-test-${place}.webp`)
  await serviceClient()
    .from('product_media')
    .insert(urls.map((url, place) => ({ product_id: made.id, url, display_order: place })))
  const { root } = await product(`${made.path}?picture=4`)
  expect(all(root, '.gallery-main small')).toEqual(['1 / 5', '2 / 5', '3 / 5', '4 / 5', '5 / 5'])
  const steps = (from: typeof root) => from.querySelectorAll('.step').map((link) => link.getAttribute('href'))
  expect(steps(root)).toEqual([`${made.path}?picture=3`, `${made.path}?picture=5`])
  const last = await product(`${made.path}?picture=5`)
  expect(last.root.querySelector('.gallery-main .current img')?.getAttribute('src')).toContain('-5.jpg')
  expect(steps(last.root)).toEqual([`${made.path}?picture=4`])
  await made.remove()
})

test('shows name, rating, and the price with and without a discount (PD-08, PD-09, PD-10, PD-11, PD-12, PD-13, PD-14)', async () => {
  const made = await madeProduct({ price: 2499, discount: 12.5, name: 'Priced for a test' })
  const person = await newPerson()
  await serviceClient()
    .from('product_reviews')
    .insert({ product_id: made.id, user_id: person.id, rating: 4, review_text: 'Good' })
  const { root } = await product(made.path)
  expect(words(root.querySelector('main h1'))).toBe('Priced for a test')
  expect(words(root.querySelector('.product-rating'))).toMatch(/4 ?1 review/)
  expect(root.querySelector('.product-rating .stars')?.getAttribute('aria-label')).toBe('4 out of 5')
  expect(words(root.querySelector('.product-head .price'))).toBe('Rs. 2,186.63 before Rs. 2,499.00 -13%')
  expect(words(root.querySelector('.product-head .price s'))).toBe('Rs. 2,499.00')
  const plain = await madeProduct({ price: 900 })
  expect(words((await product(plain.path)).root.querySelector('.product-head .price'))).toBe('Rs. 900.00')
  await made.remove()
  await plain.remove()
})

test('shows colours, sizes and quantity, with the first of each selected (PD-16, PD-17, PD-18, PD-19, PD-20, PD-21, PD-23)', async () => {
  const { root } = await product()
  const { data } = await serviceClient()
    .from('products')
    .select('product_colors(display_order, colors(name)), product_variants(label, stock, display_order)')
    .eq('slug', 'satin-nightgown-with-lace-hem')
    .single()
  const colors = data?.product_colors
    .toSorted((a, b) => a.display_order - b.display_order)
    .map(({ colors: { name } }) => name)
  const sizes = data?.product_variants.toSorted((a, b) => a.display_order - b.display_order)
  const radios = (name: string) => root.querySelectorAll(`input[type=radio][name=${name}]`)
  expect(radios('color').map((radio) => radio.getAttribute('value'))).toEqual(colors)
  expect(radios('size').map((radio) => radio.getAttribute('value'))).toEqual(sizes?.map(({ label }) => label))
  const chosen = (name: string) =>
    radios(name)
      .filter((radio) => radio.hasAttribute('checked'))
      .map((radio) => radio.getAttribute('value'))
  expect(chosen('color')).toEqual(colors?.slice(0, 1))
  expect(chosen('size')).toEqual([sizes?.find(({ stock }) => stock !== 0)?.label])
  const quantity = (page: typeof root) => page.querySelector('input[name=quantity]')?.getAttribute('value')
  expect(quantity(root)).toBe('1')
  expect(root.querySelector('input[name=quantity]')?.getAttribute('max')).toBeUndefined()
  expect(quantity((await product(`${NIGHTGOWN}?quantity=1&step=-1`)).root)).toBe('1')
  expect(quantity((await product(`${NIGHTGOWN}?quantity=41&step=1`)).root)).toBe('42')
  expect(root.querySelectorAll('button[name=intent][value=add]').map((button) => words(button))).toContain(
    'Add to Cart',
  )
})

test('reports a missing size before a missing colour (PD-24, PD-25)', async () => {
  const { id } = await someProduct()
  const add = (fields: Record<string, string>) => newVisitor().post('/cart', { intent: 'add', product: id, ...fields })
  const nothing = await add({ size: '', color: '' })
  expect([nothing.url, nothing.text]).toEqual([
    `${NIGHTGOWN}?missing=size`,
    expect.stringContaining('Please select a size'),
  ])
  const colorless = await add({ size: 'M', color: '' })
  expect([colorless.url, colorless.text]).toEqual([
    `${NIGHTGOWN}?size=M&missing=color`,
    expect.stringContaining('Please select a color'),
  ])
  expect((await add({ size: 'XXXL', color: 'Black' })).text).toContain('Please select a size')
})

test('leads to the cart after adding; the same choice raises the quantity, any other is a new line (PD-26, PD-27, PD-28)', async () => {
  const visitor = newVisitor()
  const { id, color } = await someProduct()
  const other =
    dom(await visitor.get(NIGHTGOWN))
      .querySelectorAll('input[name=color]')
      .at(1)
      ?.getAttribute('value') ?? ''
  const add = (size: string, color: string, quantity: string) =>
    visitor.post('/cart', { intent: 'add', product: id, size, color, quantity })
  const first = await add('M', color, '2')
  expect(first.url).toBe('/cart')
  const lines = async () =>
    dom(await visitor.get('/cart'))
      .querySelectorAll('.cart-line, .line')
      .map((line) => words(line.querySelector('.stepper [role=status], output, .stepper')))
  await add('M', color, '3')
  expect((await lines()).length).toBe(1)
  expect((await lines())[0]).toContain('5')
  await add('L', color, '1')
  await add('M', other, '1')
  expect((await lines()).length).toBe(3)
})

test('reports what can’t be added (PD-29)', async () => {
  const page = await newVisitor().post('/cart', {
    intent: 'add',
    product: crypto.randomUUID(),
    size: 'M',
    color: 'Black',
  })
  expect(page.text).toContain('Failed to add item to cart')
})

test('shows three tabs as links, the details first (PD-30, PD-31, PD-32, PD-36, PD-37)', async () => {
  const { root } = await product()
  expect(links(root, '.product-tabs a')).toEqual(
    ['ProductDetails', 'SizeGuide', 'ratingReviews'].map((tab) => `${NIGHTGOWN}?tab=${tab}#tabs`),
  )
  expect(all(root, '.product-tabs a')).toEqual(['Product Details', 'Size Guide', 'Rating & Reviews'])
  expect(words(root.querySelector('.product-tabs [aria-current=true]'))).toBe('Product Details')
  const { data } = await serviceClient()
    .from('product_features')
    .select('title, description, products!inner(slug)')
    .eq('products.slug', 'satin-nightgown-with-lace-hem')
    .order('display_order')
  expect(all(root, 'ol.features li')).toEqual(data?.map(({ title, description }) => `${title}: ${description}`))
  expect(data?.length).toBeGreaterThan(1)
})

test('draws the symbols of care beside their words (PD-73)', async () => {
  const { root } = await product()
  const care = root.querySelectorAll('.care')
  expect(care.map((one) => [words(one), one.querySelector('use')?.getAttribute('href')])).toEqual([
    ['Wash at 30 °C', '/care.svg#wash-30'],
    ['Cool iron', '/care.svg#cool-iron'],
  ])
  const drawn = await (await newVisitor().request('/care.svg')).text()
  expect(drawn).toContain('id="wash-30"')
})

test('shows four columns in the size guide, a dash for empty cells, and no column that is empty (PD-33, PD-34)', async () => {
  const sizes = async (path: string) => {
    const { root } = await product(`${path}?tab=SizeGuide`)
    const [row] = root.querySelectorAll('.scrolls tbody tr')
    return [all(root, '.scrolls thead th'), row?.querySelectorAll('td').map((cell) => words(cell))]
  }
  expect(await sizes('/product/lace-balconette-bra')).toEqual([
    ['Size', 'Brand Size', 'Cup Size', 'Material'],
    ['32B', '32', 'B', 'Lace and satin'],
  ])
  expect(await sizes(NIGHTGOWN)).toEqual([
    ['Size', 'Material'],
    ['S', 'Satin'],
  ])
  const made = await madeProduct({})
  await serviceClient()
    .from('product_variants')
    .insert([
      { product_id: made.id, size: 'S', display_order: 1 },
      { product_id: made.id, size: 'M', material: 'Lace', display_order: 2 },
    ])
  expect(await sizes(made.path)).toEqual([
    ['Size', 'Material'],
    ['S', '-'],
  ])
  await made.remove()
})

test('says beside Add to Cart how it fits, what it is made of and how it is washed', async () => {
  const facts = async (path: string) => all((await product(path)).root, '.product-frame .attributes div')
  expect(await facts(NIGHTGOWN)).toEqual([
    'How it fitsCut loose',
    'SleevesSleeveless',
    'Model170 cm tall, wears M',
    'LengthTo the knee',
    'Fabric100 % polyester satin',
    expect.stringMatching(/^Care ?Wash at 30 °C ?Cool iron$/),
  ])
  expect(await facts('/product/everyday-cotton-brief')).toContain('MaterialCombed cotton')
  const [made, reviewed] = [await madeProduct({}), await madeProduct({})]
  expect(await facts(made.path)).toEqual([])
  const person = await newPerson()
  await serviceClient()
    .from('product_reviews')
    .insert({ product_id: reviewed.id, user_id: person.id, rating: 4, review_text: 'Good', fit: 'small' })
  expect(await facts(reviewed.path)).toEqual([expect.stringMatching(/^How it fits ?Runs small/)])
  await made.remove()
  await reviewed.remove()
})

test('shows four similar products, in turn of the category and of another kind that goes with it (PD-38)', async () => {
  const { root } = await product('/product/jasmine-lace-bra')
  const cards = links(root, '[aria-labelledby=similar-title] a.card').map((path) => path.replace('/product/', ''))
  expect([words(root.querySelector('#similar-title')), cards.length]).toEqual(['you might also like', 4])
  const { data } = await serviceClient()
    .from('products')
    .select('slug, product_categories!inner(name)')
    .eq('product_categories.name', 'Lace Bras')
    .neq('slug', 'jasmine-lace-bra')
    .order('created_at', { ascending: false })
    .limit(2)
  expect([cards[0], cards[2]]).toEqual(data?.map(({ slug }) => slug))
  const { data: others } = await serviceClient()
    .from('products')
    .select('product_categories(name), product_variants(material), product_colors(colors(name))')
    .in('slug', [cards[1] ?? '', cards[3] ?? ''])
  expect(others?.length).toBe(2)
  for (const other of others ?? []) {
    expect(other.product_categories?.name).not.toMatch(/Bra/)
    expect(other.product_variants.map(({ material }) => material)).toContainEqual(expect.stringMatching(/Lace/))
    expect(other.product_colors.map(({ colors }) => colors.name).join()).toMatch(/Maroon|Pink/)
  }
})

test('responds with 404 to an unknown product and 410 to a deleted one, and redirects an ID to the slug (PD-40)', async () => {
  const missing = await product('/product/no-such-thing')
  expect([missing.page.status, missing.page.text]).toEqual([404, expect.stringContaining('Product not found')])
  const made = await madeProduct({})
  await serviceClient().from('products').update({ deleted_at: new Date().toISOString() }).eq('id', made.id)
  expect((await product(made.path)).page.status).toBe(410)
  await made.remove()
  const { id } = await someProduct()
  const response = await newVisitor().request(`/product/${id}`)
  expect([response.status, response.headers.get('location')]).toEqual([301, NIGHTGOWN])
})

test('shows low stock and sold-out sizes, which can’t be selected (PD-43, PD-44)', async () => {
  const { data, error } = await serviceClient()
    .from('product_variants')
    .select('label, stock, products!inner(slug)')
    .in('stock', [0, 2, 3])
    .limit(12)
  for (const { label, stock, products } of data ?? []) {
    const { root } = await product(`/product/${products.slug}`)
    const size = root
      .querySelectorAll('.choices.size label')
      .find((one) => one.querySelector('input')?.getAttribute('value') === label)
    expect(words(size?.querySelector('small') ?? null)).toBe(stock === 0 ? 'Sold out' : `Only ${stock} left`)
    expect(size?.querySelector('input')?.hasAttribute('disabled')).toBe(stock === 0)
  }
  expect(error).toBeNull()
  expect(data).toHaveLength(12)
})

test('shows the operators’ promises before Add to Cart, each with the page that explains it, and the days for returns (PD-46, PD-47)', async () => {
  const { data } = await serviceClient().from('page_content').select('content').eq('slug', 'product-assurance').single()
  const promised = words(dom({ html: data?.content ?? '' } as never))
  const { page } = await product()
  const place = page.html.indexOf('class="assurance"')
  expect(place).toBeGreaterThan(0)
  expect(place).toBeLessThan(page.html.indexOf('class="buy-bar"'))
  expect(all(dom(page), '.assurance li')).toEqual([
    'Rs. 150.00 delivery, Standard Method',
    'Cash on Delivery or PayFast',
    'Plain parcel: no name, no picture',
    '14 days to send it back or exchange it',
  ])
  expect(links(dom(page), '.assurance a')).toEqual(['/faq/payments', '/help/delivery-details', '/help/returns'])
  // The text has a placeholder for the delivery price.
  expect(promised).toContain('{delivery_price}')
})

test('writes valid structured data that can’t break out of its element', async () => {
  const made = await madeProduct({ name: 'Robe </script><script>alert(1)</script> \u2028 "x"', category: 'Robes' })
  const { page, root } = await product(made.path)
  expect(page.html).not.toContain('<script>alert')
  const blocks = root
    .querySelectorAll('script[type="application/ld+json"]')
    .map((block) => JSON.parse(block.textContent))
  const graph = blocks[0]['@graph']
  expect(graph.map((block: { '@type': string }) => block['@type'])).toEqual([
    'Product',
    'OfferShippingDetails',
    'MerchantReturnPolicy',
    'BreadcrumbList',
  ])
  expect(graph[0].offers).toMatchObject({
    priceCurrency: 'PKR',
    price: '1000.00',
    availability: 'https://schema.org/InStock',
  })
  expect(root.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(new RegExp(`${made.path}$`))
  await made.remove()
})

test('shows the eight largest discounts on the sale page (SL-01, SL-02, SL-06, SL-07, SL-08)', async () => {
  const page = await newVisitor().get('/on-sale')
  const root = dom(page)
  expect(words(root.querySelector('main h1'))).toBe('SALE PRODUCTS')
  const { data } = await serviceClient()
    .from('products')
    .select('slug, discount')
    .eq('is_active', true)
    .is('deleted_at', null)
    .gt('discount', 0)
    .order('discount', { ascending: false })
    .order('id')
    .limit(8)
  expect(links(root, '.product-grid a.card')).toEqual(data?.map(({ slug }) => `/product/${slug}`))
  expect(all(root, '.product-grid .badge')).toEqual(data?.map(({ discount }) => `-${discount}%`))
})

test('offers pictures in three formats with their size, and lazy-loads those below the first', async () => {
  const { root } = await product('/product-listing?category=Bra')
  const images = root.querySelectorAll('.product-grid img')
  expect(images.length).toBeGreaterThan(2)
  expect(images[0]?.getAttribute('fetchpriority')).toBe('high')
  for (const image of images.slice(1)) expect(image.getAttribute('loading')).toBe('lazy')
  for (const image of images)
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['400', '500'])
  const visitor = newVisitor()
  for (const [format, type] of [
    ['avif', 'image/avif'],
    ['webp', 'image/webp'],
    ['jpg', 'image/jpeg'],
  ]) {
    const response = await visitor.request(`/images/320/pictures/satin-robe-with-tie-belt-red-front.${format}`)
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      type,
      'public, max-age=31536000, immutable',
    ])
  }
  for (const path of [
    // It would take 200 MB to make.
    '/images/2400/pictures/satin-robe-with-tie-belt-red-front.avif',
    '/images/321/pictures/satin-robe-with-tie-belt-red-front.webp',
    '/images/320/pictures/..%2f..%2fpackage.webp',
    '/images/320/storage/files/chat-attachments/a/b.png.webp',
    '/images/320/pictures/satin-robe-with-tie-belt-red-front.svg',
  ])
    expect((await visitor.request(path)).status).toBe(404)
})

test('serves a picture in the hosted storage like the shop’s own', async () => {
  const { data: sample } = await serviceClient().storage.from('products').list('summer')
  expect(sample).toEqual([])
  const bytes = new Uint8Array(
    await (await newVisitor().request('/images/320/pictures/satin-robe-with-tie-belt-red-front.webp')).arrayBuffer(),
  )
  const { error } = await serviceClient()
    .storage.from('products')
    .upload('summer/robe.webp', Buffer.from(bytes), { contentType: 'image/webp' })
  expect(error).toBeNull()
  const { data } = serviceClient().storage.from('products').getPublicUrl('summer/robe.webp')
  const made = await madeProduct({})
  await serviceClient().from('product_media').insert({ product_id: made.id, url: data.publicUrl })
  const { root } = await product(made.path)
  const source = root.querySelector('.gallery-main img')?.getAttribute('src') ?? ''
  expect(source).toBe('/images/480/storage/products/summer/robe.webp.jpg')
  const response = await newVisitor().request(source)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  await made.remove()
})
