import { expect, test } from 'vitest'
import { appliedFilters, isNarrowed } from '../../app/catalog/listing/applied-filters.ts'
import {
  countsByName,
  matchValues,
  priceHints,
  toListingOptions,
  withKnownValues,
} from '../../app/catalog/listing/known-values.ts'
import { toListingFilters } from '../../app/catalog/listing/listing-filters.ts'
import { LISTING_PARAMETERS, parseListingQuery } from '../../app/catalog/listing/listing-query.ts'
import { isFormAddress, listingUrl } from '../../app/catalog/listing/listing-url.ts'
import { pageNumbers } from '../../app/catalog/listing/pages.tsx'
import { sizesByKind } from '../../app/catalog/listing/size-kinds.ts'

const read = (text: string, isSale = false) => parseListingQuery(new URLSearchParams(text), isSale)

const RED = { id: '6c1b3b52-5b6e-4d0a-9a55-0d1d5f1f0c01', name: 'Red', value: '#c00' }
const NAVY = { id: '6c1b3b52-5b6e-4d0a-9a55-0d1d5f1f0c02', name: 'Navy Blue', value: '#006' }
const OPTIONS = {
  colors: [RED, NAVY],
  sizes: ['S', 'M'],
  brand_sizes: ['34'],
  cup_sizes: ['B'],
  materials: ['Lace'],
  attributes: [{ code: 'rise', name: 'Rise', values: [{ code: 'hip', name: 'On the hip' }] }],
}
const EVERYTHING =
  'category=Bra&search=lace&list=arrivals&colors=Red,Navy+Blue&sizes=S&brandSizes=34&cupSizes=B&materials=Lace&attributes=rise:hip&minPrice=500&maxPrice=2000&inStock=1'

test('the query of these tests sets every filter, so that they fail for a new one that is forgotten somewhere', () => {
  const { isSale: _isSale, page: _page, sort: _sort, ...filters } = read(EVERYTHING)
  expect(
    Object.entries(filters).filter(([, value]) => value === null || value === false || String(value) === ''),
  ).toEqual([])
})

test('every active filter has a label, and a listing without it', () => {
  const query = read(`${EVERYTHING}&page=3`)
  expect(appliedFilters(query, OPTIONS.attributes).map(({ label, without }) => [label, listingUrl(without)])).toEqual(
    [
      ['Search: “lace”', 'search=lace&'],
      ['List: New Arrivals', 'list=arrivals&'],
      ['Category: Bra', 'category=Bra&'],
      ['From Rs. 500.00', 'minPrice=500&'],
      ['Up to Rs. 2,000.00', '&maxPrice=2000'],
      ['Only in stock', '&inStock=1'],
      ['Color: Red', 'Red,'],
      ['Color: Navy Blue', ',Navy+Blue'],
      ['Size: S', 'sizes=S&'],
      ['Waist size: 34', 'brandSizes=34&'],
      ['Cup size: B', 'cupSizes=B&'],
      ['Material: Lace', 'materials=Lace&'],
      ['Rise: On the hip', 'attributes=rise:hip&'],
    ].map(([label, removed = '']) => [label, `/product-listing?${EVERYTHING.replace(removed, '')}`]),
  )
  expect(appliedFilters(read('list=top')).map(({ label }) => label)).toEqual(['List: Top Sellings'])
  expect(appliedFilters(read('page=2&sortBy=name&sortOrder=asc'))).toEqual([])
})

test('a listing is narrowed by every filter but the category', () => {
  for (const filter of EVERYTHING.split('&').slice(1))
    expect([filter, isNarrowed(read(filter))]).toEqual([filter, true])
  expect(isNarrowed(read('category=Bra&page=2&sortBy=name&sortOrder=asc'))).toBe(false)
})

test('values of a filter are trimmed, bounded and distinct, from lists and from repeated fields', () => {
  expect(read('sizes=+S+,,M,S&sizes=L').sizes).toEqual(['S', 'M', 'L'])
  const long = `${'x'.repeat(59)} yz`
  expect(read(`sizes=${long}`).sizes).toEqual(['x'.repeat(59)])
  expect(read(`sizes=${'x'.repeat(61)}`).sizes).toEqual(['x'.repeat(60)])
  expect(read(`search=+${'x'.repeat(79)}+yz+`).search).toBe('x'.repeat(79))
  expect(read(`search=${'x'.repeat(81)}`).search).toBe('x'.repeat(80))
})

test.each([
  ['minPrice=0', { minPrice: 0 }],
  ['minPrice=1+000', { minPrice: 1_000 }],
  ['minPrice=x', { minPrice: null }],
  ['maxPrice=10000001', { maxPrice: 10_000_000 }],
  ['page=10000', { page: 10_000 }],
  ['page=10001', { page: 10_000 }],
  ['page=1', { page: 1 }],
  ['page=0', { page: 1 }],
  ['page=2.5', { page: 1 }],
  ['inStock=1', { inStock: true }],
  ['inStock=yes', { inStock: false }],
  ['list=top', { list: 'top' }],
  ['list=other', { list: null }],
  ['sort=price-desc', { sort: 'price-desc' }],
  ['sortBy=name', { sort: 'name-asc' }],
  ['sortBy=price&sortOrder=desc', { sort: 'price-desc' }],
  ['sortBy=name&sortOrder=desc', { sort: 'latest' }],
  ['sortBy=sold', { sort: 'sold' }],
  ['sortBy=rating&sortOrder=asc', { sort: 'latest' }],
])('%s is read as %j', (text, expected) => {
  expect(read(text)).toMatchObject(expected)
})

test('the sale page is sorted by discount, which its URL doesn’t name', () => {
  expect(read('', true)).toMatchObject({ isSale: true, sort: 'discount' })
  expect(listingUrl(read('', true))).toBe('/on-sale')
  expect(listingUrl(read('sort=latest', true))).toBe('/on-sale?sortBy=created_at&sortOrder=desc')
  expect(read('sort=discount').sort).toBe('latest')
})

test('a cached listing varies by every parameter but the search', () => {
  const names =
    'attributes brandSizes category colors cupSizes inStock list materials maxPrice minPrice page sizes sortBy sortOrder'
  expect(LISTING_PARAMETERS.toSorted()).toEqual(names.split(' '))
})

test.each([
  ['sort=latest', true],
  ['search=', true],
  ['sizes=S&sizes=M', true],
  ['sizes=S,M&search=lace', false],
  ['', false],
])('whether %s comes from a form: %s', (text, isForm) => {
  expect(isFormAddress(new URLSearchParams(text))).toBe(isForm)
})

test('values are matched in any case and get the shop’s spelling; the others are unknown', () => {
  const query = read('colors=red,Green&cupSizes=Z&sizes=M')
  const values = matchValues(query, toListingOptions(OPTIONS))
  expect([values.colors, values.cupSizes]).toEqual([
    [
      { value: 'red', known: 'Red' },
      { value: 'Green', known: null },
    ],
    [{ value: 'Z', known: null }],
  ])
  expect(withKnownValues(query, values)).toEqual({ ...read('sizes=M'), colors: ['Red'] })
})

test('without the filters’ options every value is known', () => {
  const query = read('colors=Green')
  expect(withKnownValues(query, matchValues(query, null))).toEqual(query)
})

const hintsOf = (text: string) => priceHints(read(text), new URLSearchParams(text))

test.each(['minPrice', 'maxPrice'])('a wrong %s is named, cut to forty characters', (name) => {
  expect(hintsOf(`${name}=dear`)).toEqual(['“dear” is no price, so it was left out.'])
  expect(hintsOf(`${name}=${'x'.repeat(40)}y`)).toEqual([`“${'x'.repeat(40)}” is no price, so it was left out.`])
  expect([...hintsOf(`${name}=1`), ...hintsOf(`${name}=`)]).toEqual([])
})

test('a lowest price above the highest is named', () => {
  expect(hintsOf('minPrice=501&maxPrice=500')).toEqual(['The lowest price is above the highest.'])
  for (const text of ['minPrice=500&maxPrice=500', 'minPrice=501', 'maxPrice=0']) expect(hintsOf(text)).toEqual([])
})

test('options and counts are named like the filters of the URL', () => {
  expect(toListingOptions(OPTIONS)).toEqual({
    colors: ['Red', 'Navy Blue'],
    sizes: ['S', 'M'],
    brandSizes: ['34'],
    cupSizes: ['B'],
    materials: ['Lace'],
    attributes: ['rise:hip'],
  })
  const counts = {
    colors: { [RED.id]: 4 },
    sizes: { S: 3 },
    brand_sizes: {},
    cup_sizes: { B: 2 },
    materials: {},
    attributes: { 'rise:hip': 1, 'care:wash-30': 2 },
  }
  // Care isn't offered as a filter.
  expect(countsByName(counts, OPTIONS)).toEqual({
    colors: { Red: 4, 'Navy Blue': 0 },
    sizes: { S: 3 },
    brandSizes: {},
    cupSizes: { B: 2 },
    materials: {},
    attributes: { 'rise:hip': 1 },
  })
})

test('the database gets every filter by its ID or value, and none that isn’t set', () => {
  expect(toListingFilters(read(`${EVERYTHING.replace('Red', 'red')}&page=2`), 'bra-id', OPTIONS)).toEqual({
    category_ids: ['bra-id'],
    color_ids: [RED.id, NAVY.id],
    size_filters: ['S'],
    brand_size_filters: ['34'],
    cup_size_filters: ['B'],
    material_filters: ['Lace'],
    attribute_filters: ['rise:hip'],
    min_price: 500,
    max_price: 2_000,
    search_term: 'lace',
    filter_is_active: true,
    filter_is_arrival: true,
    filter_in_stock: true,
    sort_by: 'created_at',
    sort_order: 'desc',
    page_size: 12,
    page_number: 2,
  })
  expect(toListingFilters(read('list=top&colors=Green', true), undefined, OPTIONS)).toEqual({
    filter_is_active: true,
    filter_is_top: true,
    filter_is_discounted: true,
    sort_by: 'discount',
    sort_order: 'desc',
    page_size: 8,
    page_number: 1,
  })
})

test('page buttons stay within the pages', () => {
  expect([pageNumbers(2, 9), pageNumbers(4, 9), pageNumbers(8, 9), pageNumbers(1, 0)]).toEqual([
    [1, 2, 3, 4, 5],
    [2, 3, 4, 5, 6],
    [5, 6, 7, 8, 9],
    [],
  ])
})

test('sizes of letters, of bras and others are apart, each in the shop’s order', () => {
  expect(sizesByKind(['XS', 'M', 'XXL', 'S/M', '2XL', '32B', '34DD', '38', 'One size', 'A'])).toEqual([
    { label: 'Letter sizes', sizes: ['XS', 'M', 'XXL', 'S/M', '2XL'] },
    { label: 'Bra sizes', sizes: ['32B', '34DD'] },
    { label: 'Other sizes', sizes: ['38', 'One size', 'A'] },
  ])
  expect(sizesByKind(['S', 'M'])).toEqual([{ label: 'Letter sizes', sizes: ['S', 'M'] }])
})
