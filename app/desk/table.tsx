import type { ReactNode } from 'react'

interface TableProps {
  /** What its rows are, for screen readers. */
  name: string
  columns: readonly string[]
  /** The columns of numbers, which stand on the right. */
  numbers?: readonly string[]
  className?: string
  /** The rows. */
  children: ReactNode
}

/** A table of the desk, which scrolls by itself where the window is narrower. */
export function Table({ name, columns, numbers = [], className = 'desk-table', children }: TableProps) {
  return (
    <div className="desk-scroll" role="region" aria-label={name} tabIndex={0}>
      <table className={className}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={numbers.includes(column) ? 'number' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
