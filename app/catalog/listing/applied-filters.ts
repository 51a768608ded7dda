import { m } from '~/language/messages'
import { nameOf } from '~/language/names'
import { formatMoney, toPaisa } from '~/platform/money'
import type { FilterOptions } from '../product.schema'
import { HOME_LISTS, LIST_LABELS, LISTS, searchedWords, type ListingQuery, type ListName } from './listing-query'
import { withChange } from './listing-url'

export function isNarrowed({ search, list, minPrice, maxPrice, inStock, ...query }: ListingQuery): boolean {
  return (
    search !== '' ||
    list !== null ||
    minPrice !== null ||
    maxPrice !== null ||
    inStock ||
    LISTS.some((name) => query[name].length > 0)
  )
}

export interface AppliedFilter {
  label: string
  without: ListingQuery
}

/** Returns every active filter with the listing without it. `attributes` are those that the listing can be filtered by. */
export function appliedFilters(query: ListingQuery, attributes: FilterOptions['attributes'] = []): AppliedFilter[] {
  const single: [boolean, string, Partial<ListingQuery>][] = [
    [query.search !== '', m.listing_applied_search({ search: searchedWords(query.search) }), { search: '' }],
    [query.list !== null, m.listing_applied_list({ list: HOME_LISTS[query.list ?? 'arrivals']() }), { list: null }],
    [
      query.category !== '',
      m.listing_applied_category({ category: nameOf('category', query.category) }),
      { category: '' },
    ],
    [query.minPrice !== null, m.listing_from({ price: formatMoney(toPaisa(query.minPrice ?? 0)) }), { minPrice: null }],
    [
      query.maxPrice !== null,
      m.listing_up_to({ price: formatMoney(toPaisa(query.maxPrice ?? 0)) }),
      { maxPrice: null },
    ],
    [query.inStock, m.listing_in_stock(), { inStock: false }],
  ]
  return [
    ...single.filter(([isSet]) => isSet).map(([, label, change]) => ({ label, without: withChange(query, change) })),
    ...LISTS.flatMap((name) =>
      query[name].map((value) => ({
        label: labelOf(name, value, attributes),
        without: withChange(query, { [name]: query[name].filter((other) => other !== value) }),
      })),
    ),
  ]
}

function labelOf(name: ListName, value: string, attributes: FilterOptions['attributes']): string {
  const [code, valueCode] = value.split(':')
  const attribute = name === 'attributes' ? attributes.find((one) => one.code === code) : undefined
  const named = attribute?.values.find((one) => one.code === valueCode)
  if (attribute && named) return `${nameOf('attribute', attribute.name)}: ${nameOf('value', named.name)}`
  const kind = name === 'colors' ? 'color' : name === 'materials' ? 'value' : null
  return `${LIST_LABELS[name]()}: ${kind ? nameOf(kind, value) : value}`
}
