import { cutText } from '~/platform/text'
import { listingPath, LISTS, parseListingQuery, type ListingQuery } from './listing-query'
import { sortOptions } from './sorts'

export function listingUrl(query: ListingQuery): string {
  const parameters = new URLSearchParams()
  if (query.category) parameters.set('category', query.category)
  if (query.search) parameters.set('search', query.search)
  if (query.list) parameters.set('list', query.list)
  for (const name of LISTS) if (query[name].length > 0) parameters.set(name, query[name].join(','))
  if (query.minPrice !== null) parameters.set('minPrice', String(query.minPrice))
  if (query.maxPrice !== null) parameters.set('maxPrice', String(query.maxPrice))
  if (query.inStock) parameters.set('inStock', '1')
  const [first, ...others] = sortOptions(query)
  const sort = query.sort === first?.sort ? undefined : others.find((option) => option.sort === query.sort)
  if (sort) {
    parameters.set('sortBy', sort.sortBy)
    parameters.set('sortOrder', sort.sortOrder)
  }
  if (query.page > 1) parameters.set('page', String(query.page))
  // Commas separate the values of a list (LS-18), a colon an attribute from its value; both are valid in a query.
  const text = parameters.toString().replace(/%2C/g, ',').replace(/%3A/g, ':')
  return listingPath(query) + (text ? `?${text}` : '')
}

/** Returns the listing that searches for exactly what was typed (decision 61). */
export function literalSearch(query: ListingQuery): ListingQuery {
  return withChange(query, { search: `"${cutText(query.search, 78)}"` })
}

/**
 * Returns whether a URL comes from a form without JavaScript: repeated or empty parameters, or `sort`. Such URLs are redirected to what
 * `listingUrl` returns.
 */
export function isFormAddress(parameters: URLSearchParams): boolean {
  const names = Array.from(parameters.keys())
  return parameters.has('sort') || Array.from(parameters.values()).includes('') || new Set(names).size < names.length
}

/** Returns the listing with a change, on page 1 (LS-30). */
export function withChange(query: ListingQuery, change: Partial<ListingQuery>): ListingQuery {
  return { ...query, page: 1, ...change }
}

/** Returns the listing without filters, with the same sort order. */
export function onlySort({ isSale, sort }: ListingQuery): ListingQuery {
  return { ...parseListingQuery(new URLSearchParams(), isSale), sort }
}
