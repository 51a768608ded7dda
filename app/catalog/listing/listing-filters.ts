import type { FilterOptions } from '../product.schema'
import { type ListingQuery } from './listing-query'
import { sortOptions } from './sorts'

/** Products per page (LS-42, SL-08). */
const PAGE_SIZE = 12
const SALE_PAGE_SIZE = 8

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
    attribute_filters: some(query.attributes),
    min_price: query.minPrice ?? undefined,
    max_price: query.maxPrice ?? undefined,
    search_term: query.search || undefined,
    filter_is_active: true,
    filter_is_arrival: query.list === 'arrivals' ? true : undefined,
    filter_is_top: query.list === 'top' ? true : undefined,
    filter_is_discounted: query.isSale || undefined,
    filter_in_stock: query.inStock || undefined,
    sort_by: sort?.sortBy,
    sort_order: sort?.sortOrder,
    page_size: query.isSale ? SALE_PAGE_SIZE : PAGE_SIZE,
    page_number: query.page,
  }
}
