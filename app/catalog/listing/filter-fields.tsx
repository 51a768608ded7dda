import { m } from '~/language/messages'
import type { ReactNode } from 'react'
import { nameOf } from '~/language/names'
import type { FilterOptions } from '../product.schema'
import { expandLink, isExpanded, type Expansion } from './expand-filter'
import { LIST_LABELS, type ListingQuery, type ListName, LISTS } from './listing-query'
import { RowText } from '~/ui/free-text'
import { sortOptions } from './sorts'

export type FilterChoices = Omit<FilterOptions, 'colors'> & {
  colors: { name: string; value: string }[]
  /** The sizes by kind (size-kinds.ts), which the server tells. */
  sizeKinds: { label: string; sizes: string[] }[]
}

/** Number of products for each value. */
export type ValueCounts = Record<ListName, Record<string, number>>

/** How many colours show before the list is expanded. */
const COLORS_FIRST = 9

interface FilterListsProps {
  query: ListingQuery
  options: FilterChoices
  counts: ValueCounts | null
  expansion: Expansion
}

export function FilterLists({ query, options, counts, expansion }: FilterListsProps) {
  const lists: [ListName, string[]][] = [
    ['sizes', options.sizes],
    ['brandSizes', options.brand_sizes],
    ['cupSizes', options.cup_sizes],
    ['materials', options.materials],
  ]
  return (
    <>
      <ColorFilter query={query} options={options} counts={counts} expansion={expansion} />
      {lists.map(([name, values]) => (
        <ValueFilter
          key={name}
          title={LIST_LABELS[name]()}
          name={name}
          values={values.map((value) => ({ code: value, name: name === 'materials' ? nameOf('value', value) : value }))}
          kinds={name === 'sizes' ? options.sizeKinds : undefined}
          query={query}
          counts={counts}
          isOpen={name === 'sizes'}
        />
      ))}
      {options.attributes.map(({ code, name, values }) => (
        <ValueFilter
          key={code}
          title={nameOf('attribute', name)}
          name="attributes"
          values={values.map((value) => ({ code: `${code}:${value.code}`, name: nameOf('value', value.name) }))}
          query={query}
          counts={counts}
        />
      ))}
    </>
  )
}

/** Renders the colours to filter by: the first nine, or all if one of the others is chosen. */
function ColorFilter({ query, options: { colors }, counts, expansion }: FilterListsProps) {
  const isWhole =
    isExpanded(expansion, 'colors') || colors.slice(COLORS_FIRST).some(({ name }) => query.colors.includes(name))
  const shown = isWhole ? colors : colors.slice(0, COLORS_FIRST)
  return (
    <Group title={m.listing_color()} isOpen>
      <div className="choices swatch">
        {shown.map(({ name, value }) => (
          <label key={name} title={nameOf('color', name)}>
            <input type="checkbox" name="colors" value={name} defaultChecked={query.colors.includes(name)} />
            <span style={{ background: value }} />
            <small>
              <span className="hidden-visually">
                <RowText text={nameOf('color', name)} />
              </span>{' '}
              {counts ? (counts.colors[name] ?? 0) : null}
            </small>
          </label>
        ))}
      </div>
      {colors.length > shown.length ? (
        <a className="link" {...expandLink(query, expansion, 'colors')}>
          {m.listing_view_more_colors()}
        </a>
      ) : null}
    </Group>
  )
}

interface Value {
  code: string
  name: string
}

interface ValueFilterProps {
  title: string
  name: ListName
  values: Value[]
  /** Sizes of several kinds, which are apart. */
  kinds?: { label: string; sizes: string[] }[]
  query: ListingQuery
  counts: ValueCounts | null
  isOpen?: boolean
}

function ValueFilter({ title, name, values, kinds = [], query, counts, isOpen = false }: ValueFilterProps) {
  if (values.length === 0) return null
  const boxes = ({ code, name: label }: Value) => (
    <label key={code}>
      <input type="checkbox" name={name} value={code} defaultChecked={query[name].includes(code)} />
      <span>
        <RowText text={label} /> {counts ? <small>{counts[name][code] ?? 0}</small> : null}
      </span>
    </label>
  )
  return (
    <Group title={title} isOpen={isOpen || values.some(({ code }) => query[name].includes(code))}>
      {kinds.length > 1 ? (
        kinds.map(({ label, sizes }) => (
          <div key={label} role="group" aria-label={label}>
            <p className="hint" aria-hidden="true">
              {label}
            </p>
            <div className="choices size">{values.filter(({ code }) => sizes.includes(code)).map(boxes)}</div>
          </div>
        ))
      ) : (
        <div className="choices size">{values.map(boxes)}</div>
      )}
    </Group>
  )
}

export function PriceFilter({ query }: { query: ListingQuery }) {
  return (
    <Group title={m.listing_price()} isOpen={query.minPrice !== null || query.maxPrice !== null}>
      <div className="price-range">
        <PriceBound name="minPrice" label={m.listing_min_rs()} value={query.minPrice} />
        <PriceBound name="maxPrice" label={m.listing_max_rs()} value={query.maxPrice} />
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

export function StockFilter({ query }: { query: ListingQuery }) {
  return (
    <label className="check stock-filter">
      <input type="checkbox" name="inStock" value="1" defaultChecked={query.inStock} />
      {m.listing_in_stock()}
    </label>
  )
}

function Group({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details open={isOpen}>
      <summary>
        <RowText text={title} />
      </summary>
      <div>{children}</div>
    </details>
  )
}

export function StateFields({ query, except = [] }: { query: ListingQuery; except?: readonly string[] }) {
  const fields: [string, string][] = [
    ['category', query.category],
    ['search', query.search],
    ['list', query.list ?? ''],
    ['minPrice', query.minPrice === null ? '' : String(query.minPrice)],
    ['maxPrice', query.maxPrice === null ? '' : String(query.maxPrice)],
    ...LISTS.map((name): [string, string] => [name, query[name].join(',')]),
    ['inStock', query.inStock ? '1' : ''],
    ['sort', query.sort === sortOptions(query)[0]?.sort ? '' : query.sort],
  ]
  return fields
    .filter(([name, value]) => value !== '' && !except.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
