import { isId } from '../desk-page'
import { listUrl, pageNumber, searchWords } from '../list/list-address'

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

/** The parts of a product's page, with their names in its menu. */
/** The parts of a product's page. Sizes and pictures are one, which begins with what was asked for. */
export const PARTS = {
  save: 'Texts and price',
  stock: 'Sizes and pictures',
  pictures: null,
  video: 'Video',
  pairs: 'Set',
  changes: 'Changes',
}
export type ProductPart = keyof typeof PARTS

/** Returns the part that a text names, such as the button of a refused form; null if it names none. */
export function productPart(name: unknown): ProductPart | null {
  return typeof name === 'string' && Object.hasOwn(PARTS, name) ? (name as ProductPart) : null
}

/** Returns the address of a part of a product's page; `sizes` is a page of its sizes, and `rows` are empty rows for new ones. */
export const partUrl = (id: string, part: ProductPart, sizes = 1, rows: number | null = null) =>
  listUrl(`/desk/products/${id}`, { part: part === 'save' ? null : part, sizes: sizes === 1 ? null : sizes, rows })

export const STOCK_NAMES = { low: 'Three pieces or fewer', out: 'Sold out' } as const
const STOCKS = Object.keys(STOCK_NAMES) as (keyof typeof STOCK_NAMES)[]

/** Reads the state of the list of products, all of which is in its address. What it doesn't know counts as missing. */
export function parseProductQuery(parameters: URLSearchParams) {
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

export type ProductQuery = ReturnType<typeof parseProductQuery>

export const productListUrl = ({ isDiscounted, page, ...filters }: ProductQuery) =>
  listUrl('/desk/products', { ...filters, discounted: isDiscounted ? 'yes' : null, page })
