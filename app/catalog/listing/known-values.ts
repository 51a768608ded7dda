import { m } from '~/language/messages'
import { cutText } from '~/platform/text'
import { LIST_LABELS, LISTS, type ListingQuery, type ListName } from './listing-query'
import type { FilterCounts, FilterOptions } from '../product.schema'

/** A query without its unknown values, and hints about them for the shopper. */
export interface KnownQuery {
  query: ListingQuery
  hints: string[]
}

/**
 * Returns the query without unknown values, each named in a hint, and with the shop's spelling. Keeps all values if `options` is null.
 * `parameters` are the URL's, for hints about invalid prices.
 */
export function dropUnknownValues(
  query: ListingQuery,
  options: ListingOptions | null,
  parameters: URLSearchParams,
): KnownQuery {
  const hints: string[] = []
  const knownQuery = { ...query }
  for (const name of options ? LISTS : []) {
    const known = new Map(options?.[name].map((value) => [value.toLowerCase(), value]))
    knownQuery[name] = query[name].flatMap((value) => known.get(value.toLowerCase()) ?? [])
    for (const value of query[name].filter((one) => !known.has(one.toLowerCase()))) {
      hints.push(m.listing_unknown_value({ filter: LIST_LABELS[name]().toLowerCase(), value }))
    }
  }
  for (const name of ['minPrice', 'maxPrice'] as const) {
    const typed = cutText(parameters.get(name) ?? '', 40)
    if (typed && query[name] === null) hints.push(m.listing_no_price({ value: typed }))
  }
  if (query.minPrice !== null && query.maxPrice !== null && query.minPrice > query.maxPrice) {
    hints.push(m.listing_prices_crossed())
  }
  return { query: knownQuery, hints }
}

/** The possible values of each filter. */
export type ListingOptions = Record<ListName, string[]>

export function toListingOptions(options: FilterOptions): ListingOptions {
  return {
    colors: options.colors.map(({ name }) => name),
    sizes: options.sizes,
    brandSizes: options.brand_sizes,
    cupSizes: options.cup_sizes,
    materials: options.materials,
    attributes: options.attributes.flatMap(({ code, values }) => values.map((value) => `${code}:${value.code}`)),
  }
}

export function countsByName(counts: FilterCounts, options: FilterOptions): Record<ListName, Record<string, number>> {
  const {
    colors = {},
    sizes = {},
    brand_sizes: brandSizes = {},
    cup_sizes: cupSizes = {},
    materials = {},
    attributes = {},
  } = counts
  const byName = options.colors.map(({ id, name }): [string, number] => [name, colors[id] ?? 0])
  const offered = toListingOptions(options).attributes.map((value): [string, number] => [value, attributes[value] ?? 0])
  return {
    colors: Object.fromEntries(byName),
    sizes,
    brandSizes,
    cupSizes,
    materials,
    attributes: Object.fromEntries(offered),
  }
}
