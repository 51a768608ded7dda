import { m } from '~/language/messages'

export type Sort = 'discount' | 'latest' | 'price-asc' | 'price-desc' | 'name-asc' | 'sold' | 'rating'

interface SortOption {
  sort: Sort
  label: () => string
  sortBy: string
  sortOrder: string
}

/** The sort options with their parameters: the four of the specification (LS-44 to LS-48), and ours after them. */
export const SORTS: readonly SortOption[] = [
  { sort: 'latest', label: m.catalog_latest, sortBy: 'created_at', sortOrder: 'desc' },
  { sort: 'price-asc', label: m.catalog_price_up, sortBy: 'price', sortOrder: 'asc' },
  { sort: 'price-desc', label: m.catalog_price_down, sortBy: 'price', sortOrder: 'desc' },
  { sort: 'name-asc', label: m.catalog_name_up, sortBy: 'name', sortOrder: 'asc' },
  { sort: 'sold', label: m.catalog_best_selling, sortBy: 'sold', sortOrder: 'desc' },
  { sort: 'rating', label: m.catalog_best_rated, sortBy: 'rating', sortOrder: 'desc' },
]

/** Returns the parameters of a sort order that isn't the default, which a search keeps (A17). */
export function keptSort(sort: Sort): { sortBy: string; sortOrder: string } | undefined {
  const option = SORTS.slice(1).find((one) => one.sort === sort)
  return option && { sortBy: option.sortBy, sortOrder: option.sortOrder }
}

const SALE_SORTS: readonly SortOption[] = [
  { sort: 'discount', label: m.catalog_biggest_discount, sortBy: 'discount', sortOrder: 'desc' },
  ...SORTS,
]

/** Returns the sort options of the listing or the sale page; the first is the default. */
export function sortOptions({ isSale }: { isSale: boolean }): readonly SortOption[] {
  return isSale ? SALE_SORTS : SORTS
}
