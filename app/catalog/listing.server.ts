import type { Needs, Reporting } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { countFilters, listProducts, type Category } from './catalog.server'
import { keepKnown, toListingOptions, type Known } from './known-values'
import { LISTS, type ListingQuery } from './listing-query'
import type { FilterCounts, FilterOptions, ProductPage } from './product.schema'

const NO_OPTIONS: FilterOptions = { colors: [], sizes: [], brand_sizes: [], cup_sizes: [], materials: [] }

/** What a listing's address asks for, and what there is. */
interface Listed extends Known {
  category?: Category
  isUnknown: boolean
  /** Null when they couldn't be loaded. */
  products: ProductPage | null
  /** Null when they couldn't be counted. */
  counts: FilterCounts | null
}

/**
 * The products of a query, without the values that the shop doesn't know. Categories and options are waited for only where the
 * query names one, so that no outage costs two waits.
 */
export async function findListed(
  context: Needs<'backends' | 'catalogue' | Reporting>,
  asWritten: ListingQuery,
  parameters: URLSearchParams,
  asked: { categories: Promise<Category[] | null>; options: Promise<FilterOptions | null> },
): Promise<Listed> {
  const categories = asWritten.category ? await asked.categories : []
  const options = LISTS.some((name) => asWritten[name].length > 0) ? await asked.options : NO_OPTIONS
  const known = keepKnown(asWritten, options && toListingOptions(options), parameters)
  const { query } = known
  // Colours are asked for by their ids.
  if (!categories || (query.colors.length > 0 && !options))
    return { ...known, isUnknown: false, products: null, counts: null }
  const category = categories.find(({ name }) => name.toLowerCase() === query.category.toLowerCase())
  if (query.category && !category) return { ...known, isUnknown: true, products: null, counts: null }
  const list = (page: number) =>
    attempt(context, 'listing failed', () =>
      listProducts(context, { ...query, page }, category?.id, options ?? NO_OPTIONS),
    )
  const [products, counts] = await Promise.all([
    list(query.page),
    attempt(context, 'filters not counted', () => countFilters(context, query, category?.id, options ?? NO_OPTIONS)),
  ])
  const isPastTheEnd = products !== null && query.page > Math.max(1, products.total_pages)
  return {
    ...known,
    category,
    isUnknown: false,
    counts,
    products: isPastTheEnd ? await list(Math.max(1, products.total_pages)) : products,
  }
}
