import { m } from '~/language/messages'
import { cutText } from '~/platform/text'
import { LISTS, type ListingQuery, type ListName } from './listing-query'
import type { FilterCounts, FilterOptions } from '../product.schema'

/** The values of each filter as the URL has them, with the shop's spelling of each; null for one that the shop doesn't have. */
export type AskedValues = Record<ListName, { value: string; known: string | null }[]>

/** Matches the values of a query with those of the shop. All are known if `options` is null. */
export function matchValues(query: ListingQuery, options: ListingOptions | null): AskedValues {
  const match = (name: ListName) => {
    const known = new Map((options?.[name] ?? query[name]).map((value) => [value.toLowerCase(), value]))
    return query[name].map((value) => ({ value, known: known.get(value.toLowerCase()) ?? null }))
  }
  return {
    colors: match('colors'),
    sizes: match('sizes'),
    brandSizes: match('brandSizes'),
    cupSizes: match('cupSizes'),
    materials: match('materials'),
    attributes: match('attributes'),
  }
}

/** Returns the query with the shop's spelling of its values, without those that the shop doesn't have. */
export function withKnownValues(query: ListingQuery, values: AskedValues): ListingQuery {
  const known = { ...query }
  for (const name of LISTS) known[name] = values[name].flatMap((value) => value.known ?? [])
  return known
}

/** Returns hints about prices that are none, or crossed. `parameters` are the URL's. */
export function priceHints(query: ListingQuery, parameters: URLSearchParams): string[] {
  const hints: string[] = []
  for (const name of ['minPrice', 'maxPrice'] as const) {
    const typed = cutText(parameters.get(name) ?? '', 40)
    if (typed && query[name] === null) hints.push(m.listing_no_price({ value: typed }))
  }
  if (query.minPrice !== null && query.maxPrice !== null && query.minPrice > query.maxPrice) {
    hints.push(m.listing_prices_crossed())
  }
  return hints
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
