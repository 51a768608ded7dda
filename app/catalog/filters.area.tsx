import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { area } from '~/platform/hydration/area'
import { bodyOf, visit } from '~/platform/hydration/in-place'
import { isReplayed } from '~/platform/hydration/keep-input'
import { Icon } from '~/ui/icon'
import { usePending } from '~/ui/progress/use-pending'
import { CategoryFilter } from './category-filter'
import type { CategoryNode } from './category-tree'
import {
  withChange,
  listingUrl,
  onlySort,
  parseListingQuery,
  listingPath,
  type ListingQuery,
  type ListName,
} from './listing-query'
import type { FilterOptions } from './product.schema'
import { StateFields } from './state-fields'
import { closeSheet, useSheet } from './use-sheet'

type Options = Omit<FilterOptions, 'colors'> & { colors: { name: string; value: string }[] }

const COLORS_FIRST = 9

interface FiltersProps {
  query: ListingQuery
  categories: CategoryNode[]
  /** Null if loading failed. */
  options: Options | null
  /** Number of products for each value; null if counting failed. */
  counts: Record<ListName, Record<string, number>> | null
  /** The lists that are fully expanded. */
  more: string[]
  total: number
}

/**
 * Renders the filters as one GET form: a sheet on phones, a column on wide screens. React applies each change at once and keeps the page,
 * the focus and the sheet.
 */
export const Filters = area('catalog/filters', FilterForm)

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

  const isShown = (list: string) => more.includes(list) || opened.includes(list)
  const showMore = (list: string) => {
    const url = listingUrl(query)
    return {
      href: `${url}${url.includes('?') ? '&' : '?'}more=${Array.from(new Set([...more, list])).join(',')}#filters`,
      onClick: (event: { preventDefault: () => void }) => {
        event.preventDefault()
        setOpened([...opened, list])
      },
    }
  }
  const isWhole =
    isShown('colors') || options?.colors.slice(COLORS_FIRST).some(({ name }) => query.colors.includes(name))
  const colors = isWhole ? (options?.colors ?? []) : (options?.colors.slice(0, COLORS_FIRST) ?? [])
  return (
    <form
      className="filters"
      id="filters"
      action={listingPath(query)}
      aria-label="Filters"
      autoComplete="off"
      aria-busy={isPending || undefined}
      ref={form}
      onChange={apply}
      onSubmit={submit}
    >
      <div className="filters-head">
        <h2 className="panel-title">Filters</h2>
        <a className="icon-button" href="#main">
          <Icon name="close" label="Close filters" />
        </a>
      </div>
      <StateFields
        query={query}
        except={['colors', 'sizes', 'brandSizes', 'cupSizes', 'materials', 'minPrice', 'maxPrice']}
      />
      <CategoryFilter
        query={query}
        categories={categories}
        isWhole={isShown('categories')}
        more={showMore('categories')}
      />
      {options ? (
        <>
          <Group title="Color" isOpen>
            <div className="choices swatch">
              {colors.map(({ name, value }) => (
                <label key={name} title={name}>
                  <input type="checkbox" name="colors" value={name} defaultChecked={query.colors.includes(name)} />
                  <span style={{ background: value }} />
                  <small>
                    <span className="hidden-visually">{name}</span> {counts ? (counts.colors[name] ?? 0) : null}
                  </small>
                </label>
              ))}
            </div>
            {options.colors.length > colors.length ? (
              <a className="link" {...showMore('colors')}>
                View More colors
              </a>
            ) : null}
          </Group>
          <Choices title="Size" name="sizes" values={options.sizes} query={query} counts={counts} isOpen />
          <Choices title="Waist size" name="brandSizes" values={options.brand_sizes} query={query} counts={counts} />
          <Choices title="Cup size" name="cupSizes" values={options.cup_sizes} query={query} counts={counts} />
          <Choices title="Material" name="materials" values={options.materials} query={query} counts={counts} />
        </>
      ) : (
        <p className="notice">Failed to load filter options</p>
      )}
      <Group title="Price" isOpen={query.minPrice !== null || query.maxPrice !== null}>
        <div className="price-range">
          <PriceBound name="minPrice" label="Min Rs." value={query.minPrice} />
          <PriceBound name="maxPrice" label="Max Rs." value={query.maxPrice} />
        </div>
      </Group>
      <div className="filters-foot">
        <a className="button button-outline" href={listingUrl(onlySort(query))}>
          Clear
        </a>
        <button className="button">{isLive ? `Show ${total}` : `Apply${total > 0 ? ` (${total})` : ''}`}</button>
      </div>
    </form>
  )
}

/** Returns the listing's URL for the form's values. */
function queryOf(form: HTMLFormElement, { isSale }: ListingQuery): string {
  return listingUrl(parseListingQuery(bodyOf(form, null), isSale))
}

function Group({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  )
}

function Choices({
  title,
  name,
  values,
  query,
  counts,
  isOpen = false,
}: {
  title: string
  name: ListName
  values: string[]
  query: ListingQuery
  counts: FiltersProps['counts']
  isOpen?: boolean
}) {
  if (values.length === 0) return null
  return (
    <Group title={title} isOpen={isOpen || query[name].length > 0}>
      <div className="choices size">
        {values.map((value) => (
          <label key={value}>
            <input type="checkbox" name={name} value={value} defaultChecked={query[name].includes(value)} />
            <span>
              {value} {counts ? <small>{counts[name][value] ?? 0}</small> : null}
            </span>
          </label>
        ))}
      </div>
    </Group>
  )
}

function PriceBound({ name, label, value }: { name: string; label: string; value: number | null }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type="number" min="0" step="any" inputMode="decimal" defaultValue={value ?? ''} />
    </div>
  )
}
