import { LISTS, type ListingQuery } from './listing-query'
import { sortOptions } from './sorts'

export function StateFields({ query, except = [] }: { query: ListingQuery; except?: readonly string[] }) {
  const fields: [string, string][] = [
    ['category', query.category],
    ['search', query.search],
    ['list', query.list ?? ''],
    ['minPrice', query.minPrice === null ? '' : String(query.minPrice)],
    ['maxPrice', query.maxPrice === null ? '' : String(query.maxPrice)],
    ...LISTS.map((name): [string, string] => [name, query[name].join(',')]),
    ['sort', query.sort === sortOptions(query)[0]?.sort ? '' : query.sort],
  ]
  return fields
    .filter(([name, value]) => value !== '' && !except.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
