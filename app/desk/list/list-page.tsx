import { Children, type ReactNode } from 'react'
import { useLocation } from '@remix-run/react'
import { counted } from '~/platform/text'
import { pageNumber } from './list-address'

interface ListPageProps<Row> {
  title: string
  /** Links beside the heading. */
  beside?: ReactNode
  above?: ReactNode
  rows: readonly Row[]
  /** How many rows there are in all. */
  total: number
  perPage?: number
  /** How they are counted, as in '1 product' and '2 products'; left out, they aren't. */
  noun?: readonly [one: string, many?: string]
  /** What follows the count. */
  countMore?: string
  /** Links beside the count. */
  besideCount?: ReactNode
  /** The words for no rows, where their count doesn't say it all. */
  empty?: string
  /** Returns the address of another page; by default this one with another number. */
  urlOf?: (page: number) => string
  /** The list, or how one of its items is shown. */
  children: ReactNode | ((row: Row) => ReactNode)
  below?: ReactNode
}

export function ListPage<Row>({ title, above, rows, total, perPage, noun, urlOf, ...rest }: ListPageProps<Row>) {
  const { beside, countMore, besideCount, empty = noun ? null : 'Nothing here.', children, below } = rest
  return (
    <>
      <div className="between">
        <h1>{title}</h1>
        {beside ? <p className="desk-buttons">{beside}</p> : null}
      </div>
      {above}
      {noun ? (
        <p className="desk-pages">
          <span role="status">
            {counted(total, ...noun)}
            {countMore}
          </span>
          {besideCount}
        </p>
      ) : null}
      {rows.length > 0 ? listOf(rows, children) : empty ? <p className="muted">{empty}</p> : null}
      <Pages total={total} perPage={perPage} urlOf={urlOf} />
      {below}
    </>
  )
}

function listOf<Row>(rows: readonly Row[], children: ListPageProps<Row>['children']) {
  if (typeof children !== 'function') return children
  return <ul className="stack">{Children.toArray(rows.map(children))}</ul>
}

/** The words for no rows: a search needs a word of three letters or digits. */
export function emptyWords(search: string, otherwise?: string): string | undefined {
  const isShort = search !== '' && search.split(' ').every(({ length }) => length < 3)
  return isShort ? 'Please type at least three letters or digits.' : otherwise
}

/** Rows on one page of a list, as the functions of the database return them. */
const ROWS_PER_PAGE = 50

interface PagesProps {
  /** How many rows there are in all. */
  total: number
  perPage?: number
  /** By default the one in the address. */
  page?: number
  /** Returns the address of another page; by default this one with another number. */
  urlOf?: (page: number) => string
}

export function Pages({ total, perPage = ROWS_PER_PAGE, ...given }: PagesProps) {
  const parameters = new URLSearchParams(useLocation().search)
  const { page = pageNumber(parameters), urlOf = (other) => `?${withPage(parameters, other)}` } = given
  const last = Math.ceil(total / perPage)
  if (last <= 1) return null
  return (
    <nav className="desk-pages" aria-label="Pages">
      {page > 1 ? (
        <a className="link" href={urlOf(page - 1)} rel="prev">
          Previous
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
