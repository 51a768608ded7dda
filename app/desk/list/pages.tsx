import { useLocation } from '@remix-run/react'
import { pageNumber } from './list-address'

/** Rows on one page of a list, as the functions of the database return them. */
export const ROWS_PER_PAGE = 50

interface PagesProps {
  /** How many rows there are in all. */
  total: number
  perPage?: number
  /** By default the one in the address. */
  page?: number
  /** Returns the address of another page; by default this one with another number. */
  urlOf?: (page: number) => string
}

/** Links to the pages before and after. */
export function Pages({ total, perPage = ROWS_PER_PAGE, ...given }: PagesProps) {
  const parameters = new URLSearchParams(useLocation().search)
  const { page = pageNumber(parameters), urlOf = (other) => `?${withPage(parameters, other)}` } = given
  const last = Math.ceil(total / perPage)
  if (last <= 1) return null
  return (
    <nav className="desk-pages" aria-label="Pages">
      {page > 1 ? (
        <a className="link" href={urlOf(page - 1)} rel="prev">
          Before
        </a>
      ) : null}
      <span>
        Page {page} of {last}
      </span>
      {page < last ? (
        <a className="link" href={urlOf(page + 1)} rel="next">
          Next
        </a>
      ) : null}
    </nav>
  )
}

function withPage(parameters: URLSearchParams, page: number): URLSearchParams {
  const changed = new URLSearchParams(parameters)
  changed.set('page', String(page))
  return changed
}
