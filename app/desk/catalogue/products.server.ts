import { z } from 'zod'
import { productWithSimilarSchema, type ProductWithSimilar } from '~/catalog/product.schema'
import type { Result } from '~/platform/result'
import { change, type Desk, make, read } from '../database.server'
import { PRODUCT_STATES, type ProductQuery, type ProductState } from './product-query'
import { productListSchema, productSchema, type DeskProduct } from './product-rows'
import type { NewProduct, ProductForm } from './product.schema'
import type { SizeChange } from './stock-fields'

const previewSchema = productWithSimilarSchema.extend({ state: z.enum(PRODUCT_STATES) })

export const PRODUCTS_PER_PAGE = 50

/** A product as a form names it: its ID, and the version that the form shows. */
export interface ProductMark {
  id: string
  version: number
}

/** Returns a page of products, latest first, how many there are in all, and all categories. */
export function listProducts({ db }: Desk, query: ProductQuery) {
  return read(
    db,
    'desk_products',
    {
      p_search: query.search || undefined,
      p_category: query.category ?? undefined,
      p_state: query.state ?? undefined,
      p_stock: query.stock ?? undefined,
      p_is_discounted: query.isDiscounted,
      p_page: query.page,
    },
    productListSchema,
  )
}

/** Returns a product with its sizes and what can be chosen for it, or null. */
export function readProduct({ db }: Desk, id: string): Promise<DeskProduct | null> {
  return read(db, 'desk_product', { p_id: id }, productSchema.nullable())
}

/** Returns a product that isn't archived as its page in the shop shows it or will show it, with similar ones; or null. */
export async function readPreview(
  { db }: Desk,
  id: string,
): Promise<(ProductWithSimilar & { isDraft: boolean }) | null> {
  const found = await read(db, 'desk_preview', { p_id: id }, previewSchema.nullable())
  return found && { ...found, isDraft: found.state === 'draft' }
}

/** Saves a product's texts, price, discount, category, colours and flags. Refuses in words for the operator. */
export function saveProduct(
  { db }: Desk,
  id: string,
  { version, ...product }: ProductForm,
): Promise<Result<null, string>> {
  return change(db, 'desk_save_product', { p_id: id, p_version: version, p_product: product })
}

/** Saves the stock of all sizes together. Refuses in words for the operator. */
export function saveStock(
  { db }: Desk,
  { id, version }: ProductMark,
  sizes: SizeChange[],
): Promise<Result<null, string>> {
  return change(db, 'desk_save_stock', { p_product: id, p_version: version, p_sizes: sizes })
}

/** Publishes a product, takes it out of the shop or archives it. Refuses in words for the operator. */
export function setProductState(
  { db }: Desk,
  { id, version }: ProductMark,
  state: ProductState,
): Promise<Result<null, string>> {
  return change(db, 'desk_set_product_state', { p_id: id, p_version: version, p_state: state })
}

/** Makes a draft. Returns its ID; refuses in words for the operator. */
export function createProduct({ db }: Desk, { name, price }: NewProduct): Promise<Result<string, string>> {
  return make(db, 'desk_create_product', { p_name: name, p_price: price })
}

/** Copies a product as a draft. Returns the copy's ID; refuses in words for the operator. */
export function duplicateProduct({ db }: Desk, id: string): Promise<Result<string, string>> {
  return make(db, 'desk_duplicate_product', { p_id: id })
}
