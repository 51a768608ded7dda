import { listingUrl, onlySort, type ListingQuery } from './listing-query'

interface CategoryRow {
  id: string
  name: string
  parent_id: string | null
}

const SHOWN_FIRST = 6

interface CategoryFilterProps {
  query: ListingQuery
  categories: CategoryRow[]
  isWhole: boolean
  moreUrl: string
}

/**
 * Categories as links, up to three levels deep. Choosing one replaces all filters by that category (document 2,
 * section 4), so it is a link and no field of the filter form.
 */
export function CategoryFilter({ query, categories, isWhole, moreUrl }: CategoryFilterProps) {
  const current = categories.find(({ name }) => name.toLowerCase() === query.category.toLowerCase())
  const open = new Set<string>()
  for (let step = current; step; step = categories.find(({ id }) => id === step?.parent_id)) open.add(step.id)
  const rows = flatten(categories, null, open, 0)
  const shown = isWhole || rows.findIndex(({ id }) => id === current?.id) >= SHOWN_FIRST ? rows : rows.slice(0, SHOWN_FIRST)
  const linkTo = (category: string) => listingUrl({ ...onlySort(query), category })
  return (
    <details open>
      <summary>Category</summary>
      <div>
        {categories.length === 0 ? <p className="muted">No categories found</p> : null}
        <ul>
          <li>
            <a className="category-link" href={linkTo('')} aria-current={query.category === '' ? 'true' : undefined}>
              All Products
            </a>
          </li>
          {shown.map(({ id, name, depth }) => (
            <li key={id} style={{ paddingInlineStart: depth * 22 }}>
              <a className="category-link" href={linkTo(name)} aria-current={id === current?.id ? 'true' : undefined}>
                {name}
              </a>
            </li>
          ))}
        </ul>
        {rows.length > shown.length ? (
          <a className="link" href={moreUrl}>
            View More
          </a>
        ) : null}
      </div>
    </details>
  )
}

/** Roots first, each chosen branch opened under its root; when nothing is chosen, every root's children after the roots. */
function flatten(all: CategoryRow[], parent: string | null, open: Set<string>, depth: number): (CategoryRow & { depth: number })[] {
  return all
    .filter((category) => category.parent_id === parent)
    .flatMap((category) => [
      { ...category, depth },
      ...(open.has(category.id) || (open.size === 0 && depth === 0) ? flatten(all, category.id, open, depth + 1) : []),
    ])
}
