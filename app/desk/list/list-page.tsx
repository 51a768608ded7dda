import { Children, type ReactNode } from 'react'
import { counted } from '../counted'
import { Pages } from './pages'

interface ListPageProps<Row> {
  title: string
  above?: ReactNode
  rows: readonly Row[]
  /** How many rows there are in all. */
  total: number
  /** How they are counted, as in '1 product' and '2 products'; left out, they aren't. */
  noun?: readonly [one: string, many?: string]
  /** What follows the count. */
  countMore?: string
  /** The words for no rows. */
  empty?: string
  /** Returns the address of another page; by default this one with another number. */
  urlOf?: (page: number) => string
  /** The list, or how one of its items is shown. */
  children: ReactNode | ((row: Row) => ReactNode)
  below?: ReactNode
}

/** A page with a list of rows, page by page. */
export function ListPage<Row>({ title, above, rows, total, noun, urlOf, ...rest }: ListPageProps<Row>) {
  const { countMore, empty = 'Nothing here.', children, below } = rest
  return (
    <>
      <h1>{title}</h1>
      {above}
      {noun ? (
        <p role="status">
          {counted(total, ...noun)}
          {countMore}
        </p>
      ) : null}
      {rows.length === 0 ? <p className="muted">{empty}</p> : listOf(rows, children)}
      <Pages total={total} urlOf={urlOf} />
      {below}
    </>
  )
}

function listOf<Row>(rows: readonly Row[], children: ListPageProps<Row>['children']) {
  if (typeof children !== 'function') return children
  return <ul className="stack">{Children.toArray(rows.map(children))}</ul>
}

/** The words for no rows: a search needs three letters or digits. */
export function emptyWords(search: string, otherwise?: string): string | undefined {
  return search.length > 0 && search.length < 3 ? 'Please type at least three letters or digits.' : otherwise
}
