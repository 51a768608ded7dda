import { isId } from '../desk-page'
import { pageNumber, searchWords } from '../list/list-address'

/** Whether a product is in the shop (database function `shop.state_of`). */
export const PRODUCT_STATES = ['published', 'draft', 'archived'] as const
export type ProductState = (typeof PRODUCT_STATES)[number]

export const STATE_NAMES: Record<ProductState, string> = {
  published: 'In the shop',
  draft: 'Draft',
  archived: 'Archived',
}

/** What is ticked for a product; forms, rows and files follow from this list. Each is a column of `products`. */
export const FLAGS = {
  is_arrival: 'New arrival',
  is_top: 'Top seller',
  is_featured: 'Featured',
  is_banner: 'In the banner',
} as const
type Flag = keyof typeof FLAGS
export const FLAG_NAMES = Object.keys(FLAGS) as Flag[]

/** Returns the same value for each flag. */
export function eachFlag<Value>(value: Value): Record<Flag, Value> {
  return Object.fromEntries(FLAG_NAMES.map((flag) => [flag, value])) as Record<Flag, Value>
}

export const STOCK_NAMES = { low: 'Three pieces or fewer', out: 'Sold out' } as const
const STOCKS = Object.keys(STOCK_NAMES) as (keyof typeof STOCK_NAMES)[]

/** The state of the list of products, all of it in the address. */
export interface ProductQuery {
  search: string
  category: string | null
  state: ProductState | null
  stock: keyof typeof STOCK_NAMES | null
  isDiscounted: boolean
  page: number
}

/** Reads the query of the list. What it doesn't know counts as missing. */
export function parseProductQuery(parameters: URLSearchParams): ProductQuery {
  const category = parameters.get('category')
  return {
    search: searchWords(parameters),
    category: isId(category) ? category : null,
    state: PRODUCT_STATES.find((state) => state === parameters.get('state')) ?? null,
    stock: STOCKS.find((stock) => stock === parameters.get('stock')) ?? null,
    isDiscounted: parameters.get('discounted') === 'yes',
    page: pageNumber(parameters),
  }
}

/** Returns the address of a list; the first page and what is empty are left out. */
export function productListUrl({ isDiscounted, page, ...filters }: ProductQuery): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) parameters.set(name, value)
  if (isDiscounted) parameters.set('discounted', 'yes')
  if (page > 1) parameters.set('page', String(page))
  return parameters.size > 0 ? `/desk/products?${parameters}` : '/desk/products'
}
