import type { ListName } from './listing-query'
import type { FilterCounts, FilterOptions } from './product.schema'

/** How many products each value would list, by its name in the address. */
export function countsByName(counts: FilterCounts, options: FilterOptions): Record<ListName, Record<string, number>> {
  const { colors = {}, sizes = {}, brand_sizes: brandSizes = {}, cup_sizes: cupSizes = {}, materials = {} } = counts
  const byName = options.colors.map(({ id, name }): [string, number] => [name, colors[id] ?? 0])
  return { colors: Object.fromEntries(byName), sizes, brandSizes, cupSizes, materials }
}
