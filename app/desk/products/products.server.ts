import { z } from 'zod'
import { productWithSimilarSchema } from '~/catalog/product.schema'
import { type Desk, read } from '../database.server'
import { PRODUCT_STATES, type ProductQuery } from './product-query'
import { productListSchema, productSchema } from './product-rows'

const previewSchema = productWithSimilarSchema.extend({ state: z.enum(PRODUCT_STATES) })

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
export const readProduct = ({ db }: Desk, id: string) =>
  read(db, 'desk_product', { p_id: id }, productSchema.nullable())

/** Returns a product that isn't archived as its page in the shop shows it or will show it, with similar ones; or null. */
export async function readPreview({ db }: Desk, id: string) {
  const product = await read(db, 'desk_preview', { p_id: id }, previewSchema.nullable())
  return product && { ...product, isDraft: product.state === 'draft' }
}
