import { cutText } from '~/platform/text'
import { COLUMNS } from './columns'
import type { ComparedRow, ImportList } from './imports.server'
import { columnName, problemWords } from './problem-words'

/** Rows of an import with what is wrong with them, or with what they change. */
export function ComparedRows({ rows, list }: { rows: readonly ComparedRow[]; list: ImportList }) {
  if (rows.length === 0) return <p className="muted">None.</p>
  return (
    <ol className="desk-changes desk-rows">
      {rows.map(({ line, product, size, changes, problems, has_large_price: isLarge }) => (
        <li key={line}>
          <b>Row {line}</b>: <bdi>{product || 'no product'}</bdi>
          {size ? (
            <>
              , <bdi>{size}</bdi>
            </>
          ) : null}
          {isNewProduct(changes) ? ' (new product)' : 'size' in changes ? ' (new size)' : ''}
          {list === 'problems' ? (
            <ul className="small">
              {problems.map((problem) => (
                <li key={problem.column + problem.reason} dir="auto">
                  {problemWords(problem)}
                </li>
              ))}
            </ul>
          ) : (
            <>
              {isLarge ? <span className="badge badge-warn">Large change of price</span> : null}
              <Changes changes={changes} />
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

type Changed = ComparedRow['changes']

/** Every product has had a name. */
function isNewProduct({ name }: Changed): boolean {
  return name?.[0] === null
}

function Changes({ changes }: { changes: Changed }) {
  return (
    <dl className="small">
      {COLUMNS.map((column) => {
        // A new size without a stock can be bought without end.
        const isEndless = column === 'stock' && 'size' in changes && !('stock_by_color' in changes)
        const change = changes[column] ?? (isEndless ? [null, null] : null)
        if (!change) return null
        const [old, now] = change
        return (
          <div key={column}>
            <dt>{columnName(column)}</dt>{' '}
            <dd dir="auto">
              {old === null ? null : <del>{shown(column, old)}</del>} <ins>{shown(column, now)}</ins>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const MAX_SHOWN = 300

function shown(column: string, text: string | null): string {
  if (text === null || text === '') return column === 'stock' ? 'not counted' : 'nothing'
  return text.length > MAX_SHOWN ? `${cutText(text, MAX_SHOWN)}… (${text.length} characters)` : text
}
