import { m } from '~/language/messages'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { area } from '~/platform/hydration/area'
import { bodyOf, visit } from '~/platform/hydration/in-place'
import { isReplayed } from '~/platform/hydration/keep-input'
import { Icon } from '~/ui/icon'
import { usePending } from '~/ui/progress/use-pending'
import type { CategoryNode } from '../category-tree'
import {
  FilterLists,
  PriceFilter,
  StockFilter,
  type FilterChoices,
  type ValueCounts,
  StateFields,
} from './filter-fields'
import { expandLink, isExpanded } from './expand-filter'
import { FILTER_FIELDS, parseListingQuery, listingPath, type ListingQuery } from './listing-query'
import { withChange, listingUrl, onlySort } from './listing-url'
import { closeSheet, useSheet } from './use-sheet'
import { nameOf } from '~/language/names'
import { RowText } from '~/ui/free-text'

interface FiltersProps {
  query: ListingQuery
  /** These and the options are null if loading them failed. */
  categories: Omit<CategoryNode, 'ancestors'>[] | null
  options: FilterChoices | null
  /** Number of products for each value; null if they weren't counted. */
  counts: ValueCounts | null
  /** The lists that are fully expanded. */
  more: string[]
  total: number
}

/**
 * Renders the filters as one GET form: a sheet on phones, a column on wide screens. React applies each change at once and keeps the page,
 * the focus and the sheet.
 */
export const Filters = area('catalog/listing/filters', FilterForm)

function FilterForm({ query, categories, options, counts, more, total }: FiltersProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isPending, run] = usePending()
  const [isLive, setLive] = useState(false)
  const [opened, setOpened] = useState<string[]>([])
  useEffect(() => setLive(true), [])
  useSheet(form)
  // Back and the filter chips change the listing outside the form, so reset the form to the new query.
  useEffect(() => {
    if (form.current && queryOf(form.current, query) !== listingUrl(withChange(query, {}))) form.current.reset()
  }, [query])

  function apply(event: FormEvent<HTMLFormElement>): void {
    if (!isReplayed()) void run(visit(queryOf(event.currentTarget, query)))
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void run(visit(queryOf(event.currentTarget, query)))
    closeSheet()
  }

  const expansion = { more, opened, open: (list: string) => setOpened([...opened, list]) }
  return (
    <form
      className="filters"
      id="filters"
      action={listingPath(query)}
      aria-label={m.listing_filters()}
      autoComplete="off"
      aria-busy={isPending || undefined}
      ref={form}
      onChange={apply}
      onSubmit={submit}
    >
      <div className="filters-head">
        <h2 className="panel-title">{m.listing_filters()}</h2>
        <a className="icon-button" href="#main">
          <Icon name="close" label={m.listing_close_filters()} />
        </a>
      </div>
      <StateFields query={query} except={FILTER_FIELDS} />
      <CategoryFilter
        query={query}
        categories={categories}
        isWhole={isExpanded(expansion, 'categories')}
        more={expandLink(query, expansion, 'categories')}
      />
      {options ? (
        <FilterLists query={query} options={options} counts={counts} expansion={expansion} />
      ) : (
        <p className="notice missing">{m.listing_no_filter_options()}</p>
      )}
      <PriceFilter query={query} />
      <StockFilter query={query} />
      <div className="filters-foot">
        <a className="button button-outline" href={listingUrl(onlySort(query))}>
          {m.listing_clear()}
        </a>
        {options ? (
          <button className="button">{isLive ? m.listing_show({ count: total }) : applyLabel(total)}</button>
        ) : (
          <button className="button button-outline">{m.listing_apply()}</button>
        )}
      </div>
    </form>
  )
}

const applyLabel = (total: number) => (total > 0 ? m.listing_apply_count({ count: total }) : m.listing_apply())

function queryOf(form: HTMLFormElement, { isSale }: ListingQuery): string {
  return listingUrl(parseListingQuery(bodyOf(form, null), isSale))
}

const SHOWN_FIRST = 6

interface CategoryFilterProps {
  query: ListingQuery
  /** Null if loading failed. */
  categories: Omit<CategoryNode, 'ancestors'>[] | null
  isWhole: boolean
  /** The link that expands the list. */
  more: { href: string; onClick: (event: { preventDefault: () => void }) => void }
}

/**
 * Renders the categories as links with the number of their products. A category replaces all filters (LS-31), so it is a link and not a
 * field of the filter form.
 */
function CategoryFilter({ query, categories: read, isWhole, more }: CategoryFilterProps) {
  const categories = read ?? []
  const current = categories.find(({ name }) => name.toLowerCase() === query.category.toLowerCase())
  const index = current ? categories.indexOf(current) : -1
  const shown = isWhole || index >= SHOWN_FIRST ? categories : categories.slice(0, SHOWN_FIRST)
  const linkTo = (category: string) => listingUrl({ ...onlySort(query), category })
  return (
    <details open>
      <summary>{m.listing_category()}</summary>
      <div>
        {read?.length === 0 ? <p className="muted">{m.listing_no_categories_found()}</p> : null}
        <ul>
          <li>
            <a className="category-link" href={linkTo('')} aria-current={query.category === '' ? 'true' : undefined}>
              {m.listing_all_products()}
            </a>
          </li>
          {shown.map(({ name, depth, count }) => (
            <li key={name} style={{ paddingInlineStart: depth * 22 }}>
              <a
                className="category-link"
                href={linkTo(name)}
                aria-current={name === current?.name ? 'true' : undefined}
              >
                <RowText text={nameOf('category', name)} /> {count === undefined ? null : <small>{count}</small>}
              </a>
            </li>
          ))}
        </ul>
        {categories.length > shown.length ? (
          <a className="link" {...more}>
            {m.listing_view_more()}
          </a>
        ) : null}
      </div>
    </details>
  )
}
