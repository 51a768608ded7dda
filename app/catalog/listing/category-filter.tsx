import { m } from '~/language/messages'
import { nameOf } from '~/language/names'
import type { CategoryNode } from '../category-tree'
import type { ListingQuery } from './listing-query'
import { listingUrl, onlySort } from './listing-url'
import { RowText } from '~/ui/free-text'

const SHOWN_FIRST = 6

interface CategoryFilterProps {
  query: ListingQuery
  /** Null if loading failed. */
  categories: CategoryNode[] | null
  isWhole: boolean
  /** The link that expands the list. */
  more: { href: string; onClick: (event: { preventDefault: () => void }) => void }
}

/**
 * Renders the categories as links with the number of their products. A category replaces all filters (LS-31), so it is a link and not a
 * field of the filter form.
 */
export function CategoryFilter({ query, categories: read, isWhole, more }: CategoryFilterProps) {
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
