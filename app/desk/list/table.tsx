import { Children, type ReactNode } from 'react'
import { freeText } from '~/ui/free-text'

interface TableProps<Row> {
  /** What its rows are, for screen readers. */
  name: string
  rows: readonly Row[]
  columns: Record<string, (row: Row, place: number) => ReactNode>
  /** The columns of numbers, which stand on the right. */
  numbers?: readonly string[]
  /** The columns whose headings only screen readers read. */
  hidden?: readonly string[]
  /** The column of pictures, the first one. */
  picture?: string
  /** Whether the first cell of a row is its heading. */
  hasHeads?: boolean
  /** More classes. */
  look?: string
  /** More rows, which look otherwise. */
  children?: ReactNode
}

/** A table of the desk. On phones each row is a card, which names its columns but the first. */
export function Table<Row>({ name, rows, columns, numbers = [], hidden = [], ...rest }: TableProps<Row>) {
  const { picture, hasHeads = false, look = picture ? 'desk-pictured' : '', children } = rest
  const names = Object.keys(columns)
  const title = names.find((column) => column !== picture)
  const isUnnamed = (column: string) => column === picture || hidden.includes(column)
  const classOf = (column: string) =>
    column === picture ? 'desk-thumb' : numbers.includes(column) ? 'number' : undefined
  const cellOf = (row: Row, place: number) => (column: string, index: number) => {
    const cell = columns[column]?.(row, place)
    return hasHeads && index === 0 ? (
      <th key={column} scope="row">
        {cell}
      </th>
    ) : (
      <td
        key={column}
        className={classOf(column)}
        data-label={isUnnamed(column) || column === title ? undefined : column}
      >
        {cell}
      </td>
    )
  }
  return (
    <div className="desk-scroll" role="region" aria-label={name} tabIndex={0}>
      <table className={`desk-table desk-cards ${look}`}>
        <thead>
          <tr>
            {names.map((column) => (
              <th key={column} scope="col" className={classOf(column)}>
                {isUnnamed(column) ? <span className="hidden-visually">{column}</span> : column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Children.toArray(rows.map((row, place) => <tr>{names.map(cellOf(row, place))}</tr>))}
          {children}
        </tbody>
      </table>
    </div>
  )
}

export function TextLink({ to, text }: { to: string; text: string }) {
  return (
    <a className="link" href={to} {...freeText(text)}>
      {text}
    </a>
  )
}

export function LinkLine(link: Parameters<typeof TextLink>[0]) {
  return (
    <p>
      <TextLink {...link} />
    </p>
  )
}

export function OrderLink({ id }: { id: string }) {
  return (
    <a className="link unbroken" href={`/desk/orders/${id}`}>
      {id}
    </a>
  )
}

/** The contents of a cell: below them, what else is said of the row, a line each. */
export function Cell({ more, children }: { more: readonly ReactNode[]; children: ReactNode }) {
  return (
    <>
      {children}
      {Children.map(more.filter(Boolean), (words) => (
        <>
          <br />
          <span className="muted small">{words}</span>
        </>
      ))}
    </>
  )
}
