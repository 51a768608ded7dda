import { cleanText } from '~/platform/text'
import { formatMoney, toPaisa } from '~/platform/money'
import type { FilterOptions } from './product.schema'

/** The whole state of the listing or the sale page, as its address holds it (document 2, section 2; decision 14). */
export interface ListingQuery {
  /** Whether only discounted products are listed, which is the sale page. */
  isSale: boolean
  category: string
  search: string
  colors: string[]
  sizes: string[]
  brandSizes: string[]
  cupSizes: string[]
  materials: string[]
  /** Rupees; null means no bound. */
  minPrice: number | null
  maxPrice: number | null
  /** One of the home page's lists; null for all products. */
  list: HomeList | null
  page: number
  sort: Sort
}

export type HomeList = 'arrivals' | 'top'

/** The home page's lists by their names in the address. */
export const HOME_LISTS: Record<HomeList, string> = { arrivals: 'New Arrivals', top: 'Top Sellings' }

export type Sort = 'discount' | 'latest' | 'price-asc' | 'price-desc' | 'name-asc'

interface SortOption {
  sort: Sort
  label: string
  sortBy: string
  sortOrder: string
}

/** The sort options with their parameters (document 2, section 9). */
export const SORTS: readonly SortOption[] = [
  { sort: 'latest', label: 'Latest', sortBy: 'created_at', sortOrder: 'desc' },
  { sort: 'price-asc', label: 'Price Low to High', sortBy: 'price', sortOrder: 'asc' },
  { sort: 'price-desc', label: 'Price High to Low', sortBy: 'price', sortOrder: 'desc' },
  { sort: 'name-asc', label: 'Name A to Z', sortBy: 'name', sortOrder: 'asc' },
]

const SALE_SORTS: readonly SortOption[] = [
  { sort: 'discount', label: 'Biggest Discount', sortBy: 'discount', sortOrder: 'desc' },
  ...SORTS,
]

/** The orders of the listing or of the sale page; the first is the one that an address without any asks for. */
export function sortsOf({ isSale }: Pick<ListingQuery, 'isSale'>): readonly SortOption[] {
  return isSale ? SALE_SORTS : SORTS
}

/** The path of the listing or of the sale page. */
export function pathOf({ isSale }: Pick<ListingQuery, 'isSale'>): string {
  return isSale ? '/on-sale' : '/product-listing'
}

/** Products on a page (document 2, sections 7 and 9). */
const PAGE_SIZE = 12
const SALE_PAGE_SIZE = 8
const MOST_VALUES = 20
const HIGHEST_PRICE = 10_000_000
const HIGHEST_PAGE = 10_000

export const LISTS = ['colors', 'sizes', 'brandSizes', 'cupSizes', 'materials'] as const
export type ListName = (typeof LISTS)[number]

/** What a chip or a hint calls the values of a list. */
export const LIST_LABELS: Record<ListName, string> = {
  colors: 'Color',
  sizes: 'Size',
  brandSizes: 'Waist size',
  cupSizes: 'Cup size',
  materials: 'Material',
}

/** The query parameters that a cached listing varies by. `search` is free text, which would fill the cache. */
export const LISTING_PARAMETERS = [
  ...LISTS,
  ...(['category', 'minPrice', 'maxPrice', 'list', 'page', 'sortBy', 'sortOrder'] as const),
]

/** Reads a query string. What is wrong is clamped or ignored, never an error. */
export function parseListingQuery(parameters: URLSearchParams, isSale = false): ListingQuery {
  // A form sends one value a checkbox, a link one list with commas: both are read.
  const list = (name: string) =>
    [
      ...new Set(
        parameters
          .getAll(name)
          .flatMap((value) => value.split(','))
          .map((value) => cleanText(value).trim().slice(0, 60).trim())
          .filter(Boolean),
      ),
    ].slice(0, MOST_VALUES)
  const text = (name: string) =>
    cleanText(parameters.get(name) ?? '')
      .trim()
      .slice(0, 80)
      .trim()
  const combined = parameters.get('sort') ?? ''
  const sorts = sortsOf({ isSale })
  const sort =
    sorts.find((option) => option.sort === combined) ??
    sorts.find(
      ({ sortBy, sortOrder }) =>
        sortBy === parameters.get('sortBy') && sortOrder === (parameters.get('sortOrder') ?? sortOrder),
    )
  return {
    isSale,
    category: text('category'),
    search: text('search'),
    colors: list('colors'),
    sizes: list('sizes'),
    brandSizes: list('brandSizes'),
    cupSizes: list('cupSizes'),
    materials: list('materials'),
    minPrice: bound(parameters.get('minPrice')),
    maxPrice: bound(parameters.get('maxPrice')),
    list: homeList(parameters.get('list')),
    page: page(parameters.get('page')),
    sort: sort?.sort ?? (isSale ? 'discount' : 'latest'),
  }
}

function homeList(value: string | null): HomeList | null {
  return value === 'arrivals' || value === 'top' ? value : null
}

function bound(value: string | null): number | null {
  const number = Number(value?.replace(/[\s,]/g, '') || Number.NaN)
  return Number.isFinite(number) && number >= 0 ? Math.min(number, HIGHEST_PRICE) : null
}

function page(value: string | null): number {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 ? Math.min(number, HIGHEST_PAGE) : 1
}

/** The address of a listing in this state. */
export function listingUrl(query: ListingQuery): string {
  const parameters = new URLSearchParams()
  if (query.category) parameters.set('category', query.category)
  if (query.search) parameters.set('search', query.search)
  if (query.list) parameters.set('list', query.list)
  for (const name of LISTS) if (query[name].length > 0) parameters.set(name, query[name].join(','))
  if (query.minPrice !== null) parameters.set('minPrice', String(query.minPrice))
  if (query.maxPrice !== null) parameters.set('maxPrice', String(query.maxPrice))
  const [first, ...others] = sortsOf(query)
  const sort = query.sort === first?.sort ? undefined : others.find((option) => option.sort === query.sort)
  if (sort) {
    parameters.set('sortBy', sort.sortBy)
    parameters.set('sortOrder', sort.sortOrder)
  }
  if (query.page > 1) parameters.set('page', String(query.page))
  // Lists are written with commas (document 2, section 2), which a query may hold as they are.
  const text = parameters.toString().replace(/%2C/g, ',')
  return pathOf(query) + (text ? `?${text}` : '')
}

/**
 * Whether an address is written as forms without scripts send it: one parameter a box, empty ones, the order as one word. Such an
 * address is redirected to the one that `listingUrl` writes.
 */
export function isFormAddress(parameters: URLSearchParams): boolean {
  const names = Array.from(parameters.keys())
  return parameters.has('sort') || Array.from(parameters.values()).includes('') || new Set(names).size < names.length
}

/** The same listing with something changed, and so on page 1 (document 2, section 4). */
export function changed(query: ListingQuery, change: Partial<ListingQuery>): ListingQuery {
  return { ...query, page: 1, ...change }
}

/** Nothing chosen but the order. */
export function onlySort({ isSale, sort }: ListingQuery): ListingQuery {
  return { ...parseListingQuery(new URLSearchParams(), isSale), sort }
}

/** Whether the list is narrowed by more than a category. */
export function isNarrowed({ search, list, minPrice, maxPrice, ...query }: ListingQuery): boolean {
  return (
    search !== '' ||
    list !== null ||
    minPrice !== null ||
    maxPrice !== null ||
    LISTS.some((name) => query[name].length > 0)
  )
}

export interface AppliedFilter {
  label: string
  without: ListingQuery
}

/** Every filter in force, with the listing as it is without it. */
export function appliedFilters(query: ListingQuery): AppliedFilter[] {
  const single: [boolean, string, Partial<ListingQuery>][] = [
    [query.search !== '', `Search: “${query.search}”`, { search: '' }],
    [query.list !== null, `List: ${HOME_LISTS[query.list ?? 'arrivals']}`, { list: null }],
    [query.category !== '', `Category: ${query.category}`, { category: '' }],
    [query.minPrice !== null, `From ${formatMoney(toPaisa(query.minPrice ?? 0))}`, { minPrice: null }],
    [query.maxPrice !== null, `Up to ${formatMoney(toPaisa(query.maxPrice ?? 0))}`, { maxPrice: null }],
  ]
  return [
    ...single.filter(([isSet]) => isSet).map(([, label, change]) => ({ label, without: changed(query, change) })),
    ...LISTS.flatMap((name) =>
      query[name].map((value) => ({
        label: `${LIST_LABELS[name]}: ${value}`,
        without: changed(query, { [name]: query[name].filter((other) => other !== value) }),
      })),
    ),
  ]
}

/** The parameters of `get_products` for this state. */
export function toListingFilters(query: ListingQuery, categoryId: string | undefined, options: FilterOptions) {
  const sort = sortsOf(query).find((option) => option.sort === query.sort)
  const known = new Map(options.colors.map(({ name, id }) => [name.toLowerCase(), id]))
  const colorIds = query.colors.map((name) => known.get(name.toLowerCase())).filter((id) => id !== undefined)
  const some = (values: string[]) => (values.length > 0 ? values : undefined)
  return {
    category_ids: categoryId ? [categoryId] : undefined,
    color_ids: some(colorIds),
    size_filters: some(query.sizes),
    brand_size_filters: some(query.brandSizes),
    cup_size_filters: some(query.cupSizes),
    material_filters: some(query.materials),
    min_price: query.minPrice ?? undefined,
    max_price: query.maxPrice ?? undefined,
    search_term: query.search || undefined,
    filter_is_active: true,
    filter_is_arrival: query.list === 'arrivals' ? true : undefined,
    filter_is_top: query.list === 'top' ? true : undefined,
    filter_is_discounted: query.isSale || undefined,
    sort_by: sort?.sortBy,
    sort_order: sort?.sortOrder,
    page_size: query.isSale ? SALE_PAGE_SIZE : PAGE_SIZE,
    page_number: query.page,
  }
}
