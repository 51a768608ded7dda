import { LISTS, SORTS, type ListingQuery } from './listing-query'

/** Everything of the listing's state that a form must carry along, as hidden fields. */
export function StateFields({ query, except = [] }: { query: ListingQuery; except?: readonly string[] }) {
  const fields: [string, string][] = [
    ['category', query.category],
    ['search', query.search],
    ['minPrice', query.minPrice === null ? '' : String(query.minPrice)],
    ['maxPrice', query.maxPrice === null ? '' : String(query.maxPrice)],
    ...LISTS.map((name): [string, string] => [name, query[name].join(',')]),
    ['sort', query.sort === 'latest' ? '' : query.sort],
  ]
  return fields
    .filter(([name, value]) => value !== '' && !except.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

/** The way to the filters on phones, and the order of the list. */
export function ListingTools({ query, appliedCount }: { query: ListingQuery; appliedCount: number }) {
  return (
    <div className="listing-tools">
      <a className="button button-outline open-filters" href="#filters">
        Filters{appliedCount > 0 ? ` (${appliedCount})` : ''}
      </a>
      <form action="/product-listing">
        <StateFields query={query} except={['sort']} />
        <select
          name="sort"
          aria-label="Sort"
          defaultValue={query.sort}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          {SORTS.map(({ sort, label }) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </select>
        <button className="button button-outline">Sort</button>
      </form>
    </div>
  )
}
