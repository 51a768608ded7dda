import type { Needs, Reporting } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { listProducts, type Category } from './catalog.server'
import type { ListingQuery } from './listing-query'
import type { FilterOptions, ProductPage } from './product.schema'

const NO_OPTIONS: FilterOptions = { colors: [], sizes: [], brand_sizes: [], cup_sizes: [], materials: [] }

/** The products, asked for with the categories and colours only where the query names one: no outage costs two waits. */
export async function findListed(
  context: Needs<'backends' | 'catalogue' | Reporting>,
  query: ListingQuery,
  asked: { categories: Promise<Category[] | null>; options: Promise<FilterOptions | null> },
): Promise<{ category?: Category; isUnknown: boolean; products: ProductPage | null }> {
  const categories = query.category ? await asked.categories : []
  const options = query.colors.length > 0 ? await asked.options : NO_OPTIONS
  if (!categories || !options) return { isUnknown: false, products: null }
  const category = categories.find(({ name }) => name.toLowerCase() === query.category.toLowerCase())
  if (query.category && !category) return { isUnknown: true, products: null }
  const list = (page: number) =>
    attempt(context, 'listing failed', () => listProducts(context, { ...query, page }, category?.id, options))
  const products = await list(query.page)
  const isPastTheEnd = products !== null && query.page > Math.max(1, products.total_pages)
  return {
    category,
    isUnknown: false,
    products: isPastTheEnd ? await list(Math.max(1, products.total_pages)) : products,
  }
}
