import { m } from '~/language/messages'
import { Icon } from '~/ui/icon'
import type { ListingQuery } from './listing-query'
import { listingUrl } from './listing-url'

/** Renders the page links, at most five numbers (LS-43). */
export function Pages({ query, totalPages }: { query: ListingQuery; totalPages: number }) {
  if (totalPages < 2) return null
  const to = (page: number) => listingUrl({ ...query, page })
  return (
    <nav aria-label={m.listing_pages()}>
      <ul className="pages">
        {query.page > 1 ? (
          <li>
            <a href={to(query.page - 1)} rel="prev">
              <Icon name="left" label={m.listing_previous_page()} />
            </a>
          </li>
        ) : null}
        {pageNumbers(query.page, totalPages).map((page) => (
          <li key={page}>
            <a
              href={to(page)}
              aria-label={m.listing_page({ page })}
              aria-current={page === query.page ? 'page' : undefined}
            >
              {page}
            </a>
          </li>
        ))}
        {query.page < totalPages ? (
          <li>
            <a href={to(query.page + 1)} rel="next">
              <Icon name="right" label={m.listing_next_page()} />
            </a>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}

const PAGE_BUTTONS = 5

/** Returns at most five page numbers around the current one (LS-43). */
export function pageNumbers(current: number, total: number): number[] {
  const count = Math.min(PAGE_BUTTONS, total)
  const first = Math.max(1, Math.min(current - Math.floor(PAGE_BUTTONS / 2), total - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
