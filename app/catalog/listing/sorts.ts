export type Sort = 'discount' | 'latest' | 'price-asc' | 'price-desc' | 'name-asc'

interface SortOption {
  sort: Sort
  label: string
  sortBy: string
  sortOrder: string
}

/** The sort options with their parameters (LS-44 to LS-48). */
export const SORTS: readonly SortOption[] = [
  { sort: 'latest', label: 'Latest', sortBy: 'created_at', sortOrder: 'desc' },
  { sort: 'price-asc', label: 'Price Low to High', sortBy: 'price', sortOrder: 'asc' },
  { sort: 'price-desc', label: 'Price High to Low', sortBy: 'price', sortOrder: 'desc' },
  { sort: 'name-asc', label: 'Name A to Z', sortBy: 'name', sortOrder: 'asc' },
]

const SALE_SORTS: readonly SortOption[] = [
  { sort: 'discount', label: 'Biggest Discount', sortBy: 'discount', sortOrder: 'desc' },
  ...SORTS,
]

/** Returns the sort options of the listing or the sale page; the first is the default. */
export function sortOptions({ isSale }: { isSale: boolean }): readonly SortOption[] {
  return isSale ? SALE_SORTS : SORTS
}
