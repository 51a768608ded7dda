import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bannerPicture, defaultStatistics, formatStatistic } from '../../app/home/hero.server.ts'
import { parseListingQuery } from '../../app/catalog/listing/listing-query.ts'
import { SORTS } from '../../app/catalog/listing/sorts.ts'
import { toListingFilters } from '../../app/catalog/listing/listing-filters.ts'
import { appliedFilters } from '../../app/catalog/listing/applied-filters.ts'
import { withChange, isFormAddress, listingUrl, onlySort } from '../../app/catalog/listing/listing-url.ts'
import { pageNumbers } from '../../app/catalog/listing/pages.tsx'
import { initialChoice } from '../../app/catalog/product-choice.ts'
import { stockNote } from '../../app/catalog/stock.ts'
import type { Product } from '../../app/catalog/product.schema.ts'
import { subscriptionRefusal } from '../../app/newsletter/outcome.ts'
import { footerLink } from '../../app/shell/footer-links.ts'

const read = (text: string) => parseListingQuery(new URLSearchParams(text))
const NO_OPTIONS = { colors: [], sizes: [], brand_sizes: [], cup_sizes: [], materials: [], attributes: [] }

test('without rows the default statistics show (HM-21, HM-22)', () => {
  expect(defaultStatistics().map(({ value, label }) => `${value} ${label}`)).toEqual([
    '2,000+ High-Quality Products',
    '30,000+ Happy Customers',
  ])
})

test('a statistic of 1,000 or more has separators and a plus (HM-23)', () => {
  expect([999, 1000, 2000, 1234567, 0].map(formatStatistic)).toEqual(['999', '1,000+', '2,000+', '1,234,567+', '0'])
})

test.each(['barcode', 'scanner', 'qr', 'code', 'scan', 'device', 'QR'])(
  'a picture with %s in its URL is not used as a banner (HM-24)',
  (word) => {
    const bad = { url: `/pictures/${word}-1.webp`, is_featured: true, is_banner: true, focus: null }
    const good = { url: '/pictures/robe.webp', is_featured: false, is_banner: false, focus: '50% 20%' }
    expect(bannerPicture([bad, good])).toEqual({ picture: '/pictures/robe.webp', focus: '50% 20%' })
    expect(bannerPicture([bad])).toEqual({ picture: null })
  },
)

test('search, prices, page and order are parsed (LS-17, LS-23, LS-24, LS-25, LS-26, LS-27)', () => {
  const query = read('search=lace&minPrice=500&maxPrice=2,000&page=3&sortBy=price&sortOrder=desc')
  const expected = { search: 'lace', minPrice: 500, maxPrice: 2000, page: 3, sort: 'price-desc' }
  expect(query).toEqual({ ...read(''), ...expected })
})

test('lists of colours, sizes, materials and attributes are parsed (LS-18, LS-19, LS-20, LS-21, LS-22)', () => {
  const query = read(
    'category=Bra&colors=Red,Navy Blue&sizes=S&brandSizes=34&cupSizes=B,C&materials=Lace&attributes=rise:hip,support:firm',
  )
  expect(query).toEqual({
    isSale: false,
    category: 'Bra',
    search: '',
    colors: ['Red', 'Navy Blue'],
    sizes: ['S'],
    brandSizes: ['34'],
    cupSizes: ['B', 'C'],
    materials: ['Lace'],
    attributes: ['rise:hip', 'support:firm'],
    minPrice: null,
    maxPrice: null,
    inStock: false,
    list: null,
    page: 1,
    sort: read('').sort,
  })
})

test('parsing the URL of a query returns the same query (LS-28)', () => {
  const list = fc.uniqueArray(fc.constantFrom('Red', 'Navy Blue', '34', 'Lace and satin', 'é', '50%'), { maxLength: 4 })
  const price = fc.option(fc.integer({ min: 0, max: 10_000_000 }))
  const query = fc.record(
    {
      isSale: fc.boolean(),
      category: fc.constantFrom('', 'Bra', 'Men & Women'),
      search: fc.constantFrom('', 'lace', 'a+b=c&d', '%_\\'),
      colors: list,
      sizes: list,
      brandSizes: list,
      cupSizes: list,
      materials: list,
      attributes: fc.uniqueArray(fc.constantFrom('rise:hip', 'support:firm'), { maxLength: 2 }),
      minPrice: price,
      maxPrice: price,
      inStock: fc.boolean(),
      list: fc.constantFrom(null, 'arrivals', 'top'),
      page: fc.integer({ min: 1, max: 10_000 }),
      sort: fc.constantFrom(...SORTS.map(({ sort }) => sort)),
    },
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(query, (state) => {
      const [path, text = ''] = listingUrl(state).split('?')
      expect(parseListingQuery(new URLSearchParams(text), path === '/on-sale')).toEqual(state)
      expect(isFormAddress(new URLSearchParams(listingUrl(state).split('?')[1] ?? ''))).toBe(false)
    }),
  )
})

test('an empty price bound is ignored, and invalid parameters are clamped or ignored (LS-41)', () => {
  expect(read('minPrice=&maxPrice=')).toMatchObject({ minPrice: null, maxPrice: null })
  expect(read('minPrice=-5&maxPrice=99999999999&page=-1&sortBy=price;drop&sortOrder=x')).toMatchObject({
    minPrice: null,
    maxPrice: 10_000_000,
    page: 1,
    sort: 'latest',
  })
  for (const page of ['NaN', '1.5', '1e9', '', '0', 'Infinity'])
    expect(read(`page=${page}`).page).toBeLessThanOrEqual(10_000)
  expect(read(`colors=${Array.from({ length: 90 }, (_, n) => n).join(',')}`).colors).toHaveLength(20)
})

test('a change returns to page 1, and a subcategory replaces all filters but keeps the sort order (LS-30, LS-31)', () => {
  const query = read('category=Bra&colors=Red&minPrice=5&search=x&page=4&sortBy=name&sortOrder=asc')
  expect(withChange(query, { colors: [] })).toMatchObject({ page: 1, category: 'Bra' })
  for (const { without } of appliedFilters(query)) expect(without.page).toBe(1)
  expect(listingUrl({ ...onlySort(query), category: 'Lace Bras' })).toBe(
    '/product-listing?category=Lace+Bras&sortBy=name&sortOrder=asc',
  )
})

test('a page has twelve products, by default the newest first (LS-42, LS-44)', () => {
  expect(toListingFilters(read(''), undefined, NO_OPTIONS)).toMatchObject({
    page_size: 12,
    page_number: 1,
    sort_by: 'created_at',
    sort_order: 'desc',
  })
})

test('at most five page buttons, around the current one (LS-43)', () => {
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(1, 9)).toEqual([1, 2, 3, 4, 5])
  expect(pageNumbers(5, 9)).toEqual([3, 4, 5, 6, 7])
  expect(pageNumbers(9, 9)).toEqual([5, 6, 7, 8, 9])
})

test('offers the sort options of the specification first (LS-45, LS-46, LS-47, LS-48)', () => {
  expect(SORTS.map(({ label, sortBy, sortOrder }) => [label(), sortBy, sortOrder])).toEqual([
    ['Latest', 'created_at', 'desc'],
    ['Price Low to High', 'price', 'asc'],
    ['Price High to Low', 'price', 'desc'],
    ['Name A to Z', 'name', 'asc'],
    ['Best Selling', 'sold', 'desc'],
    ['Best Rated', 'rating', 'desc'],
  ])
})

test('stock is mentioned only for three pieces or fewer (PD-42, PD-43, PD-44, PD-45)', () => {
  expect([null, 0, 1, 2, 3, 4, 100].map((stock) => stockNote({ stock }, null))).toEqual([
    null,
    'Sold out',
    'Only 1 left',
    'Only 2 left',
    'Only 3 left',
    null,
    null,
  ])
})

test('by default the first colour, the first size in stock and one piece are chosen (PD-18, PD-19, PD-21, PD-22)', () => {
  const variant = (label: string, stock: number | null) => ({ label, stock })
  // Only the choices of a product are used.
  const product = (...variants: { label: string; stock: number | null }[]) =>
    ({ colors: [{ name: 'Red' }, { name: 'Blue' }], variants, size_chart: 'nightwear' }) as unknown as Product
  const choose = (text: string, ...variants: { label: string; stock: number | null }[]) =>
    initialChoice(product(...variants), new URLSearchParams(text))
  expect(choose('', variant('S', 0), variant('M', 2))).toEqual({ color: 'Red', size: 'M', quantity: 1 })
  expect(choose('', variant('S', 0), variant('M', 0))).toMatchObject({ size: 'S' })
  expect(choose('', variant('S', null))).toMatchObject({ size: 'S' })
  expect(choose('color=Blue&size=M&quantity=3&step=1', variant('S', 1), variant('M', 1))).toEqual({
    color: 'Blue',
    size: 'M',
    quantity: 4,
  })
  for (const text of ['quantity=9998&step=1', 'quantity=9999&step=1', 'quantity=99999'])
    expect(choose(text, variant('S', 1)).quantity).toBe(9999)
  for (const text of ['quantity=0', 'quantity=-4', 'quantity=1&step=-1', 'quantity=x'])
    expect(choose(text, variant('S', 1)).quantity).toBe(1)
})

test('a slug is the lowercased title with hyphens for spaces and "and" for & (FT-10, FT-11, FT-12, FT-13)', () => {
  expect(footerLink('HELP', 'Terms & Conditions').to).toBe('/help/terms-and-conditions')
  expect(footerLink('FAQ', 'Manage Deliveries').to).toBe('/faq/manage-deliveries')
  expect(footerLink('COMPANY', "What's new? (2026)").to).toBe('/company/whats-new-2026')
})

test.each([
  ['FT-28', '23505', 'info', 'This email is already subscribed to our newsletter!'],
  ['FT-29', '22P02', 'error', 'Please enter a valid email address.'],
  ['FT-29', '23514', 'error', 'Please enter a valid email address.'],
  ['FT-31', '42501', 'error', 'Permission denied. Please contact support.'],
  ['FT-32', 'XX000', 'error', 'Failed to subscribe. Please try again later.'],
  ['FT-32', '', 'error', 'Failed to subscribe. Please try again later.'],
])('%s a subscription that fails with the code %s gets its own message', (_, code, type, message) => {
  expect(subscriptionRefusal(code)).toEqual({ type, message })
})
