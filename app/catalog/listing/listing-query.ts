import { m } from '~/language/messages'
import { cutText, plainText } from '~/platform/text'
import { readWholeWithin } from '~/platform/whole-number'
import { sortOptions, type Sort } from './sorts'

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
  /** Values of attributes, as `support:firm`. */
  attributes: string[]
  /** Rupees; null means no bound. */
  minPrice: number | null
  maxPrice: number | null
  /** Whether only products are listed of which a chosen size is left, or any size without a choice. */
  inStock: boolean
  /** One of the home page's lists, or null for all products. */
  list: HomeList | null
  page: number
  sort: Sort
}

export type HomeList = 'arrivals' | 'top'

export const HOME_LISTS: Record<HomeList, () => string> = {
  arrivals: m.listing_new_arrivals,
  top: m.catalog_top_sellings,
}

export function listingPath({ isSale }: Pick<ListingQuery, 'isSale'>): string {
  return isSale ? '/on-sale' : '/product-listing'
}

/** Returns a search without the quotation marks of a literal one. */
export const searchedWords = (search: string) => search.replace(/^"(.*)"$/, '$1')

const MAX_VALUES_PER_FILTER = 20
const MAX_PRICE = 10_000_000
const MAX_PAGE = 10_000

export const LISTS = ['colors', 'sizes', 'brandSizes', 'cupSizes', 'materials', 'attributes'] as const
export type ListName = (typeof LISTS)[number]

export const LIST_LABELS: Record<ListName, () => string> = {
  colors: m.listing_color,
  sizes: m.listing_size,
  brandSizes: m.listing_waist_size,
  cupSizes: m.listing_cup_size,
  materials: m.listing_material,
  attributes: m.listing_filter,
}

/** The filters that are fields of the filter form, which therefore doesn't keep them in hidden fields. */
export const FILTER_FIELDS = [...LISTS, 'minPrice', 'maxPrice', 'inStock'] as const

/** Query parameters that are part of the cache key. `search` isn't, since free text would fill the cache. */
export const LISTING_PARAMETERS = [...FILTER_FIELDS, ...(['category', 'list', 'page', 'sortBy', 'sortOrder'] as const)]

export function parseListingQuery(parameters: URLSearchParams, isSale = false): ListingQuery {
  // Forms send one value per checkbox, links a list with commas.
  const list = (name: string) =>
    [
      ...new Set(
        parameters
          .getAll(name)
          .flatMap((value) => value.split(','))
          .map((value) => cutText(value.trim(), 60).trim())
          .filter(Boolean),
      ),
    ].slice(0, MAX_VALUES_PER_FILTER)
  const text = (name: string) => cutText((parameters.get(name) ?? '').trim(), 80).trim()
  return {
    isSale,
    category: text('category'),
    search: text('search'),
    colors: list('colors'),
    sizes: list('sizes'),
    brandSizes: list('brandSizes'),
    cupSizes: list('cupSizes'),
    materials: list('materials'),
    attributes: list('attributes'),
    minPrice: bound(parameters.get('minPrice')),
    maxPrice: bound(parameters.get('maxPrice')),
    inStock: parameters.get('inStock') === '1',
    list: homeList(parameters.get('list')),
    page: page(parameters.get('page')),
    sort: sortOf(parameters, isSale),
  }
}

/** Returns the sort order of a form's `sort` or a link's `sortBy` and `sortOrder`, or else the page's first. */
function sortOf(parameters: URLSearchParams, isSale: boolean): Sort {
  const combined = parameters.get('sort') ?? ''
  const sorts = sortOptions({ isSale })
  const sort =
    sorts.find((option) => option.sort === combined) ??
    sorts.find(
      ({ sortBy, sortOrder }) =>
        sortBy === parameters.get('sortBy') && sortOrder === (parameters.get('sortOrder') ?? sortOrder),
    )
  return sort?.sort ?? (isSale ? 'discount' : 'latest')
}

function homeList(value: string | null): HomeList | null {
  return value === 'arrivals' || value === 'top' ? value : null
}

function bound(value: string | null): number | null {
  const text = plainText(value ?? '').replace(/[\s,]/g, '')
  return /^\d{1,15}(\.\d{0,15})?$/.test(text) ? Math.min(Number(text), MAX_PRICE) : null
}

function page(value: string | null): number {
  return readWholeWithin(value, 1, MAX_PAGE)
}
