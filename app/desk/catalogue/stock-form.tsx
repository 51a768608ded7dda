import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import type { DeskProduct, DeskSize } from './product-rows'
import { stockSchema } from './product.schema'
import { NEW_ROWS, sizeField } from './stock-fields'

interface StockFormProps {
  product: DeskProduct
  reply: SubmissionResult | undefined
}

/** The sizes of a product as a grid of fields, saved together; Tab goes from stock to stock, and Enter saves. */
export function StockForm({ product: { version, sizes }, reply }: StockFormProps) {
  const form = useShopForm('stock', stockSchema, reply)
  const typed = reply?.initialValue ?? null
  return (
    <form className="panel stack" {...form.props} aria-labelledby="stock-title">
      <h2 id="stock-title">Sizes and stock</h2>
      <ErrorSummary form={form} />
      <input type="hidden" name="version" value={version} />
      <p className="muted small">An empty stock isn’t counted. Orders placed while you type keep their pieces.</p>
      <div className="desk-scroll" role="region" aria-label="Sizes" tabIndex={0}>
        <table className="desk-table desk-grid">
          <thead>
            <tr>
              <th scope="col">Size</th>
              <th scope="col">Stock</th>
              <th scope="col">Material</th>
              <th scope="col">Remove</th>
            </tr>
          </thead>
          <tbody>
            {sizes.map((size) => (
              <KnownSize key={size.id} size={size} typed={typed} />
            ))}
            {NEW_ROWS.map((row) => (
              <NewSize key={row} row={row} typed={typed} />
            ))}
          </tbody>
        </table>
      </div>
      <p>
        <button className="button" name="intent" value="stock">
          Save the stock
        </button>
      </p>
    </form>
  )
}

/** The values of a refused form; null if the form is new. An empty field is missing. */
type Typed = Record<string, unknown> | null

interface CellProps {
  name: Parameters<typeof sizeField>[0]
  row: string
  label: string
  typed: Typed
  maxLength: number
  defaultValue?: string
  isNumber?: boolean
}

function Cell({ name, row, label, typed, maxLength, defaultValue = '', isNumber = false }: CellProps) {
  const field = sizeField(name, row)
  const value = typed?.[field]
  return (
    <input
      name={field}
      aria-label={label}
      defaultValue={typed === null ? defaultValue : typeof value === 'string' ? value : ''}
      maxLength={maxLength}
      inputMode={isNumber ? 'numeric' : undefined}
      dir={isNumber ? 'ltr' : 'auto'}
      autoComplete="off"
    />
  )
}

function KnownSize({ size: { id, label, cup, material, stock }, typed }: { size: DeskSize; typed: Typed }) {
  const now = stock === null ? '' : String(stock)
  const field = sizeField('stock', id)
  // A stock that the operator left alone shows the present one, so that saving again doesn't undo orders placed meanwhile.
  const isOwn = typed !== null && typed[field] !== typed[sizeField('was', id)]
  const ownMaterial = typed?.[sizeField('material', id)]
  return (
    <tr>
      <th scope="row" dir="auto">
        {/* Most names of bra sizes end with the cup. */}
        {cup && !label.endsWith(cup) ? `${label} ${cup}` : label}
        <input type="hidden" name={sizeField('was', id)} value={now} />
      </th>
      <td>
        <Cell
          name="stock"
          row={id}
          label={`Stock of ${label}`}
          typed={isOwn ? typed : null}
          maxLength={6}
          defaultValue={now}
          isNumber
        />
        {isOwn ? <span className="muted small desk-line">Now {now || 'not counted'}</span> : null}
      </td>
      <td>
        <Cell
          name="material"
          row={id}
          label={`Material of ${label}`}
          typed={typed}
          maxLength={60}
          defaultValue={material ?? ''}
        />
        {typed !== null && ownMaterial !== (material ?? undefined) ? (
          <span className="muted small desk-line">Now {material ?? 'none'}</span>
        ) : null}
      </td>
      <td>
        <label className="check">
          <input
            type="checkbox"
            name={sizeField('remove', id)}
            aria-label={`Remove ${label}`}
            defaultChecked={typed?.[sizeField('remove', id)] === 'on'}
          />
        </label>
      </td>
    </tr>
  )
}

function NewSize({ row, typed }: { row: (typeof NEW_ROWS)[number]; typed: Typed }) {
  const place = NEW_ROWS.indexOf(row) + 1
  return (
    <tr>
      <td>
        <Cell name="size" row={row} label={`New size ${place}`} typed={typed} maxLength={20} />
        <span className="small desk-line">
          Cup <Cell name="cup" row={row} label={`Cup of new size ${place}`} typed={typed} maxLength={10} />
        </span>
      </td>
      <td>
        <Cell name="stock" row={row} label={`Stock of new size ${place}`} typed={typed} maxLength={6} isNumber />
      </td>
      <td>
        <Cell name="material" row={row} label={`Material of new size ${place}`} typed={typed} maxLength={60} />
      </td>
      <td />
    </tr>
  )
}
