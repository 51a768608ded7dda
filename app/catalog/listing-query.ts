import { cleanText } from '~/platform/text'
import { formatMoney, toPaisa } from '~/platform/money'
import type { FilterOptions } from './product.schema'

/** The state of the listing or the sale page, which is in the URL (LS-16 to LS-28). */
export interface ListingQuery {
  /** Whether this is the sale page, which lists discounted products only. */
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
  /** One of the home page's lists, or null for all products. */
  list: HomeList | null
  page: number
  sort: Sort
}

export type HomeList = 'arrivals' | 'top'

/** The home page's lists by their names in the URL. */
export const HOME_LISTS: Record<HomeList, string> = { arrivals: 'New Arrivals', top: 'Top Sellings' }

export type Sort = 'discount' | 'latest' | 'price-asc' | 'price-desc' | 'name-asc'

interface SortOption {
  sort: Sort
  label: string
  sortBy: string
  sortOrder: string
}

/** The sort options with their parameters (LS-44 to LS-48). */
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

/** Returns the sort options of the listing or the sale page; the first is the default. */
export function sortOptions({ isSale }: Pick<ListingQuery, 'isSale'>): readonly SortOption[] {
  return isSale ? SALE_SORTS : SORTS
}

/** Returns the path of the listing or the sale page. */
export function listingPath({ isSale }: Pick<ListingQuery, 'isSale'>): string {
  return isSale ? '/on-sale' : '/product-listing'
}

/** Products per page (LS-42, SL-08). */
const PAGE_SIZE = 12
const SALE_PAGE_SIZE = 8
const MAX_VALUES_PER_FILTER = 20
const MAX_PRICE = 10_000_000
const MAX_PAGE = 10_000

export const LISTS = ['colors', 'sizes', 'brandSizes', 'cupSizes', 'materials'] as const
export type ListName = (typeof LISTS)[number]

/** Labels of the filters in chips and hints. */
export const LIST_LABELS: Record<ListName, string> = {
  colors: 'Color',
  sizes: 'Size',
  brandSizes: 'Waist size',
  cupSizes: 'Cup size',
  materials: 'Material',
}

/** Query parameters that are part of the cache key. `search` is excluded, since free text would fill the cache. */
export const LISTING_PARAMETERS = [
  ...LISTS,
  ...(['category', 'minPrice', 'maxPrice', 'list', 'page', 'sortBy', 'sortOrder'] as const),
]

/** Parses a query string. Invalid values are clamped or ignored. */
export function parseListingQuery(parameters: URLSearchParams, isSale = false): ListingQuery {
  // Forms send one value per checkbox, links a list with commas.
  const list = (name: string) =>
    [
      ...new Set(
        parameters
          .getAll(name)
          .flatMap((value) => value.split(','))
          .map((value) => cleanText(value).trim().slice(0, 60).trim())
          .filter(Boolean),
      ),
    ].slice(0, MAX_VALUES_PER_FILTER)
  const text = (name: string) =>
    cleanText(parameters.get(name) ?? '')
      .trim()
      .slice(0, 80)
      .trim()
  const combined = parameters.get('sort') ?? ''
  const sorts = sortOptions({ isSale })
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
  return Number.isFinite(number) && number >= 0 ? Math.min(number, MAX_PRICE) : null
}

function page(value: string | null): number {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 ? Math.min(number, MAX_PAGE) : 1
}

/** Returns the URL of a listing. */
export function listingUrl(query: ListingQuery): string {
  const parameters = new URLSearchParams()
  if (query.category) parameters.set('category', query.category)
  if (query.search) parameters.set('search', query.search)
  if (query.list) parameters.set('list', query.list)
  for (const name of LISTS) if (query[name].length > 0) parameters.set(name, query[name].join(','))
  if (query.minPrice !== null) parameters.set('minPrice', String(query.minPrice))
  if (query.maxPrice !== null) parameters.set('maxPrice', String(query.maxPrice))
  const [first, ...others] = sortOptions(query)
  const sort = query.sort === first?.sort ? undefined : others.find((option) => option.sort === query.sort)
  if (sort) {
    parameters.set('sortBy', sort.sortBy)
    parameters.set('sortOrder', sort.sortOrder)
  }
  if (query.page > 1) parameters.set('page', String(query.page))
  // Commas separate the values of a list (LS-18) and are valid in a query.
  const text = parameters.toString().replace(/%2C/g, ',')
  return listingPath(query) + (text ? `?${text}` : '')
}

/**
 * Returns whether a URL comes from a form without JavaScript: repeated or empty parameters, or `sort`. Such URLs are redirected to what
 * `listingUrl` returns.
 */
export function isFormAddress(parameters: URLSearchParams): boolean {
  const names = Array.from(parameters.keys())
  return parameters.has('sort') || Array.from(parameters.values()).includes('') || new Set(names).size < names.length
}

/** Returns the listing with a change, on page 1 (LS-30). */
export function withChange(query: ListingQuery, change: Partial<ListingQuery>): ListingQuery {
  return { ...query, page: 1, ...change }
}

/** Returns the listing without filters, with the same sort order. */
export function onlySort({ isSale, sort }: ListingQuery): ListingQuery {
  return { ...parseListingQuery(new URLSearchParams(), isSale), sort }
}

/** Returns whether the listing has filters other than the category. */
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

/** Returns every active filter with the listing without it. */
export function appliedFilters(query: ListingQuery): AppliedFilter[] {
  const single: [boolean, string, Partial<ListingQuery>][] = [
    [query.search !== '', `Search: “${query.search}”`, { search: '' }],
    [query.list !== null, `List: ${HOME_LISTS[query.list ?? 'arrivals']}`, { list: null }],
    [query.category !== '', `Category: ${query.category}`, { category: '' }],
    [query.minPrice !== null, `From ${formatMoney(toPaisa(query.minPrice ?? 0))}`, { minPrice: null }],
    [query.maxPrice !== null, `Up to ${formatMoney(toPaisa(query.maxPrice ?? 0))}`, { maxPrice: null }],
  ]
  return [
    ...single.filter(([isSet]) => isSet).map(([, label, change]) => ({ label, without: withChange(query, change) })),
    ...LISTS.flatMap((name) =>
      query[name].map((value) => ({
        label: `${LIST_LABELS[name]}: ${value}`,
        without: withChange(query, { [name]: query[name].filter((other) => other !== value) }),
      })),
    ),
  ]
}

/** Returns the parameters of the database function `get_products`. */
export function toListingFilters(query: ListingQuery, categoryId: string | undefined, options: FilterOptions) {
  const sort = sortOptions(query).find((option) => option.sort === query.sort)
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
