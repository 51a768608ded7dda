import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { area } from '~/platform/hydration/area'
import { visit } from '~/platform/hydration/in-place'
import { isReplayed } from '~/platform/hydration/keep-input'
import { changed, listingUrl, pathOf, sortsOf, type ListingQuery } from './listing-query'
import { StateFields } from './state-fields'

/** The order of the list: a form with a button; with React a choice applies at once and the page stays. */
export const SortForm = area('catalog/sort-form', Sort)

function Sort({ query }: { query: ListingQuery }) {
  const [sort, setSort] = useState(query.sort)
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => setSort(query.sort), [query])
  // Safari resets forms that don't autocomplete when it brings a page back from its memory: to what the list shows.
  useEffect(() => {
    for (const option of Array.from(select.current?.options ?? [])) option.defaultSelected = option.value === query.sort
  }, [query])

  function choose({ currentTarget }: ChangeEvent<HTMLSelectElement>): void {
    const chosen = sortsOf(query).find((option) => option.sort === currentTarget.value)?.sort ?? query.sort
    setSort(chosen)
    if (!isReplayed()) void visit(listingUrl(changed(query, { sort: chosen })))
  }

  return (
    <form action={pathOf(query)} autoComplete="off">
      <StateFields query={query} except={['sort']} />
      <select ref={select} name="sort" aria-label="Sort" value={sort} onChange={choose}>
        {sortsOf(query).map((option) => (
          <option key={option.sort} value={option.sort}>
            {option.label}
          </option>
        ))}
      </select>
      <button className="button button-outline">Sort</button>
    </form>
  )
}
