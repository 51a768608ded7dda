import { m } from '~/language/messages'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { area } from '~/platform/hydration/area'
import { visit } from '~/platform/hydration/in-place'
import { isReplayed } from '~/platform/hydration/keep-input'
import { usePending } from '~/ui/progress/use-pending'
import { listingPath, type ListingQuery } from './listing-query'
import { sortOptions } from './sorts'
import { withChange, listingUrl } from './listing-url'
import { StateFields } from './filter-fields'

export const SortForm = area('catalog/listing/sort-form', Sort)

function Sort({ query }: { query: ListingQuery }) {
  const [sort, setSort] = useState(query.sort)
  const [isPending, run] = usePending()
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => setSort(query.sort), [query])
  // Safari resets forms with autocomplete off when it restores a page from its cache, so the default must be the current order.
  useEffect(() => {
    for (const option of Array.from(select.current?.options ?? [])) option.defaultSelected = option.value === query.sort
  }, [query])

  function choose({ currentTarget }: ChangeEvent<HTMLSelectElement>): void {
    const chosen = sortOptions(query).find((option) => option.sort === currentTarget.value)?.sort ?? query.sort
    setSort(chosen)
    if (!isReplayed()) void run(visit(listingUrl(withChange(query, { sort: chosen }))))
  }

  return (
    <form action={listingPath(query)} autoComplete="off" aria-busy={isPending || undefined}>
      <StateFields query={query} except={['sort']} />
      <select ref={select} name="sort" aria-label={m.listing_sort()} value={sort} onChange={choose}>
        {sortOptions(query).map((option) => (
          <option key={option.sort} value={option.sort}>
            {option.label()}
          </option>
        ))}
      </select>
      <button className="button button-outline">{m.listing_sort()}</button>
    </form>
  )
}
