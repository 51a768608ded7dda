import type { SubmissionResult } from '@conform-to/react'
import { type Cell, cellField, cellsOf, sizesPerPage, type StockSize } from './cells'
import { typedText } from '../form/side-by-side'
import { Pages } from '../list/list-page'
import { Swatch } from '../swatch'
import type { ProductStock } from './stock.server'

interface StockNumbersProps {
  stock: ProductStock
  /** Whether the colours of a size that is counted as a whole have fields too. */
  splits: boolean
  /** Whether pieces that aren't counted have a field. */
  hasUncounted: boolean
  page: number
  reply: SubmissionResult | undefined
}

/** Large empty fields for a number of pieces of each size, or of each of its colours. */
export function StockNumbers({ stock, splits, page, ...rest }: StockNumbersProps) {
  const perPage = sizesPerPage(stock)
  const sizes = stock.sizes.slice(perPage * (page - 1), perPage * page)
  const isWhole = (size: StockSize) => !size.is_by_color && !splits
  const wholes = sizes.filter(isWhole)
  return (
    <>
      {wholes.length > 0 ? (
        <div className="desk-numbers">
          {wholes.map((size) => (
            <NumberField key={size.id} cells={cellsOf(stock, size, false)} label={size.label} {...rest} />
          ))}
        </div>
      ) : null}
      {sizes
        .filter((size) => !isWhole(size))
        .map((size) => (
          <fieldset key={size.id} className="stack">
            <legend dir="auto">{size.label}</legend>
            <div className="desk-numbers">
              {cellsOf(stock, size, true).map((cell, place) => (
                <NumberField key={cell.color} cells={[cell]} {...labelOf(stock, place)} {...rest} />
              ))}
            </div>
          </fieldset>
        ))}
      <Pages total={stock.sizes.length} perPage={perPage} page={page} />
    </>
  )
}

function labelOf({ colors }: ProductStock, place: number) {
  const { name = '', value = '' } = colors[place] ?? {}
  return { label: name, color: value }
}

interface NumberFieldProps extends Pick<StockNumbersProps, 'hasUncounted' | 'reply'> {
  cells: readonly Cell[]
  label: string
  color?: string
}

function NumberField({ cells: [cell], label, color, hasUncounted, reply }: NumberFieldProps) {
  if (!cell) return null
  const name = (
    <span dir="auto">
      {color ? <Swatch value={color} /> : null} {label}
    </span>
  )
  if (cell.stock === null && !hasUncounted)
    return (
      <p>
        {name}
        <br />
        <span className="muted small">Not counted</span>
      </p>
    )
  return (
    <label>
      {name}
      <input
        name={cellField(cell)}
        defaultValue={typedText(reply, cellField(cell))}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={6}
        dir="ltr"
        autoComplete="off"
      />
    </label>
  )
}
