import { z } from 'zod'
import { parseResponse, type Catalogue } from '../catalog.server'
import {
  filterCountsSchema,
  filterOptionsSchema,
  productPageSchema,
  type FilterCounts,
  type FilterOptions,
  type ProductPage,
} from '../product.schema'
import { toListingFilters } from './listing-filters'
import { parseListingQuery, type ListingQuery } from './listing-query'

/** Returns one page of the listing. `categoryId` belongs to the query's category; `options` holds the colours' IDs. */
export function listProducts(
  { catalogue, backends }: Catalogue,
  query: ListingQuery,
  categoryId: string | undefined,
  options: FilterOptions,
): Promise<ProductPage> {
  const filters = toListingFilters(query, categoryId, options)
  return catalogue.get(`listing:${JSON.stringify(filters)}`, async () =>
    parseResponse(productPageSchema, await backends.anonymous.rpc('get_products', filters)),
  )
}

export function countFilters(
  { catalogue, backends }: Catalogue,
  query: ListingQuery,
  categoryId: string | undefined,
  options: FilterOptions,
): Promise<FilterCounts> {
  const {
    filter_is_active: _active,
    filter_in_stock: _inStock,
    sort_by: _column,
    sort_order: _direction,
    page_size: _size,
    page_number: _page,
    ...filters
  } = toListingFilters(query, categoryId, options)
  return catalogue.get(`counts:${JSON.stringify(filters)}`, async () =>
    parseResponse(filterCountsSchema, await backends.anonymous.rpc('get_filter_counts', filters)),
  )
}

/** Returns the number of products by category ID, without other filters; of the sale page for `isSale`. */
export function countCategories(
  { catalogue, backends }: Catalogue,
  { isSale }: Pick<ListingQuery, 'isSale'>,
): Promise<Record<string, number>> {
  return catalogue.get(`category-counts:${isSale}`, async () =>
    parseResponse(
      z.record(z.string(), z.number()),
      await backends.anonymous.rpc('get_category_counts', { filter_is_discounted: isSale }),
    ),
  )
}

export function readFilterOptions({ catalogue, backends }: Catalogue): Promise<FilterOptions> {
  return catalogue.get('filter-options', async () =>
    parseResponse(filterOptionsSchema, await backends.anonymous.rpc('get_filter_options')),
  )
}

/** Returns the number of products by size, of all that are sold. */
export async function countSizes(context: Catalogue): Promise<Record<string, number>> {
  const everything = parseListingQuery(new URLSearchParams())
  const { sizes = {} } = await countFilters(context, everything, undefined, await readFilterOptions(context))
  return sizes
}
