import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { all, dom, links } from '../support/page-dom.ts'
import { PUBLIC } from '../support/page-types.ts'
import { anonymousClient, newVisitor, serviceClient } from '../support/people.ts'

const PRODUCT = '/product/lace-balconette-bra'
const shop = () => inject('shopUrl')

async function head(path: string) {
  const root = dom(await newVisitor().get(path))
  const og = (name: string) => root.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content')
  return { root, og, canonical: links(root, 'link[rel=canonical]') }
}

/** Returns a page's structured data by type. */
async function structured(path: string): Promise<Record<string, any>> {
  const { root } = await head(path)
  const blocks = root.querySelectorAll('script[type="application/ld+json"]').map((one) => JSON.parse(one.textContent))
  return Object.fromEntries(blocks.flatMap((block) => block['@graph'] ?? [block]).map((one) => [one['@type'], one]))
}

async function sitemap(): Promise<string[]> {
  const xml = await (await newVisitor().request('/sitemap.xml')).text()
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
}

test.each([
  [PRODUCT, 'product', 1000, 1000],
  ['/', 'website', 1200, 630],
  ['/company/about', 'website', 1200, 630],
])('names the right size of the shared JPEG of %s', async (path, type, width, height) => {
  const { og } = await head(path)
  expect([og('type'), og('site_name'), og('url')]).toEqual([type, 'Chambeli', shop() + path])
  expect([og('image:width'), og('image:height')]).toEqual([String(width), String(height)])
  const address = og('image') ?? ''
  expect(address.startsWith(`${shop()}/`)).toBe(true)
  const response = await newVisitor().request(address)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect([picture.format, picture.width, picture.height]).toEqual(['jpeg', width, height])
})

test('has a description, and its own URL as canonical, on every page in the sitemap except products', async () => {
  const pages = (await sitemap()).filter((address) => !address.includes('/product/'))
  expect(pages.length).toBeGreaterThan(12)
  for (const address of pages) {
    const { canonical, root } = await head(address.replace(shop(), ''))
    expect(canonical).toEqual([address])
    expect(root.querySelector('meta[name=description]')?.getAttribute('content'), address).toMatch(/^.{16,160}$/)
  }
})

test('has each page that search engines may list in the sitemap, but for two indexes and a part of the FAQ', async () => {
  const listed = new Set(await sitemap())
  const canonical: string[] = []
  for (const path of PUBLIC.filter((one) => !/\?|^\/product\//.test(one)))
    canonical.push(...(await head(path)).canonical)
  const others = canonical.filter((address) => !listed.has(address)).map((address) => address.replace(shop(), ''))
  expect(others).toEqual(['/company', '/help', '/faq/account'])
})

test('lists the categories in the sitemap', async () => {
  const { data } = await anonymousClient().from('product_categories').select('name').eq('is_active', true)
  const listed = (await sitemap()).filter((address) => address.includes('?category='))
  expect(listed.map((address) => new URL(address).searchParams.get('category')).sort()).toEqual(
    data?.map(({ name }) => name).sort(),
  )
})

test('has one canonical URL for the two URLs of the about page', async () => {
  const [one, other] = [await head('/about-us'), await head('/company/about')]
  expect(one.canonical).toEqual([`${shop()}/company/about`])
  expect(other.canonical).toEqual(one.canonical)
})

test('has no canonical URL on pages that search engines skip', async () => {
  for (const path of ['/cart', '/login']) {
    const { root, canonical } = await head(path)
    expect(root.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(canonical).toEqual([])
  }
})

test('describes a product as a group of colours and sizes with picture, price, stock, delivery and returns', async () => {
  const { data } = await anonymousClient().rpc('get_product_with_colors', { product_id: 'lace-balconette-bra' })
  const { product } = data as { product: { colors: { name: string }[]; variants: { label: string; stock: number }[] } }
  const { ProductGroup: group, ...others } = await structured(PRODUCT)
  expect(group.brand).toEqual({ '@type': 'Brand', name: 'Chambeli' })
  expect(group.variesBy).toEqual(['https://schema.org/color', 'https://schema.org/size'])
  const variants: any[] = group.hasVariant
  expect(variants.map(({ color, size }) => `${color} ${size}`)).toEqual(
    product.colors.flatMap(({ name }) => product.variants.map(({ label }) => `${name} ${label}`)),
  )
  expect(new Set(variants.map(({ sku }) => sku)).size).toBe(variants.length)
  for (const { color, size, image, offers } of variants) {
    const stock = product.variants.find(({ label }) => label === size)?.stock
    expect(image).toContain(`-${color.toLowerCase().replace(' ', '-')}-`)
    expect(offers.availability).toBe(`https://schema.org/${stock === 0 ? 'OutOfStock' : 'InStock'}`)
    expect(offers.shippingDetails['@id']).toBe(others.OfferShippingDetails['@id'])
    expect(offers.hasMerchantReturnPolicy['@id']).toBe(others.MerchantReturnPolicy['@id'])
    expect([new URL(offers.url).searchParams.get('color'), new URL(offers.url).searchParams.get('size')]).toEqual([
      color,
      size,
    ])
  }
})

test('puts the page’s reviews into a product’s structured data', async () => {
  const { data } = await anonymousClient().from('products').select('slug').gt('review_count', 0).like('sku', 'CH-%')
  expect(data?.length).toBeGreaterThan(10)
  for (const { slug } of data ?? []) {
    // A review of another test may not be in the caches yet.
    const reviews = async () => (await structured(`/product/${slug}`)).ProductGroup.review
    await expect.poll(reviews, { timeout: 10_000 }).toEqual([expect.anything()])
    const { ProductGroup: group } = await structured(`/product/${slug}`)
    const text = dom(await newVisitor().get(`/product/${slug}?tab=ratingReviews`)).textContent
    for (const { author, reviewBody, reviewRating } of group.review) {
      expect(text).toContain(author.name)
      expect(text).toContain(reviewBody)
      expect(reviewRating.ratingValue).toBeGreaterThanOrEqual(1)
    }
  }
})

test('shows the delivery fee that is charged', async () => {
  const { data } = await serviceClient().rpc('delivery_fee')
  const { OfferShippingDetails: delivery } = await structured(PRODUCT)
  expect(Number(delivery.shippingRate.value)).toBe(Number(data))
})

test('names the category in the structured breadcrumb, as the page does', async () => {
  const { BreadcrumbList: crumbs } = await structured(PRODUCT)
  const shown = all((await head(PRODUCT)).root, '[aria-label=Breadcrumb] li')
  expect(shown.length).toBeGreaterThanOrEqual(4)
  expect(crumbs.itemListElement.map(({ name }: { name: string }) => name)).toEqual(shown)
})

test('gives search engines the shop’s logo and contact', async () => {
  const { Organization: organization } = await structured('/')
  const logo = await newVisitor().request(organization.logo)
  expect(logo.headers.get('content-type')).toBe('image/png')
  expect((await sharp(Buffer.from(await logo.arrayBuffer())).metadata()).width).toBeGreaterThanOrEqual(112)
  expect(organization.contactPoint).toMatchObject({ contactType: 'customer service', email: 'hello@chambeli.example' })
})

test('names each page’s addresses in both languages to search engines: in the sitemap, and on the page itself (UR-06)', async () => {
  const xml = await (await newVisitor().request('/sitemap.xml')).text()
  const entries = xml.split('<url>').slice(1)
  const alternates = (text: string) =>
    [...text.matchAll(/hreflang="([\w-]+)" href="([^"]+)"/gi)].map(([, language, href = '']) => [
      language,
      href.replaceAll('&amp;', '&').replace(shop(), ''),
    ])
  for (const entry of entries) {
    const path = /<loc>([^<]*)/.exec(entry)?.[1]?.replace(shop(), '') ?? ''
    const urdu = `${path}${path.includes('?') ? '&' : '?'}lang=ur`
    expect(alternates(entry)).toEqual([
      ['en', path],
      ['ur', urdu],
      ['x-default', path],
    ])
  }
  for (const [path, language] of [
    [PRODUCT, 'en'],
    [`${PRODUCT}?lang=ur`, 'ur'],
  ]) {
    const page = await newVisitor().get(path ?? '')
    expect(page.headers.get('content-language')).toBe(language)
    expect(links(dom(page), 'link[rel=canonical]')).toEqual([shop() + path])
    expect(alternates(page.html)).toEqual([
      ['en', PRODUCT],
      ['ur', `${PRODUCT}?lang=ur`],
    ])
  }
  const robots = await (await newVisitor().request('/robots.txt')).text()
  expect(robots).not.toMatch(/^Disallow: .*(lang|\?|\*)/m)
})
