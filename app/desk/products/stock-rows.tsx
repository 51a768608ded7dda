import type { DeskSize } from './product-rows'
import { NEW_ROWS, sizeField } from './stock-fields'

/** The values of a refused form; null if the form is new. An empty field is missing. */
type Typed = Record<string, unknown> | null

/** The fields that show that a row was in a form; a tick isn't sent if it is off. */
const ROW_FIELDS = ['was', 'stock', 'material', 'brand', 'cup', 'place'] as const

const LENGTHS = { stock: 6, material: 60, size: 20, brand: 20, cup: 10, place: 3 } as const

interface CellProps {
  name: keyof typeof LENGTHS
  row: string
  label: string
  typed: Typed
  now?: string
  isNumber?: boolean
  /** Shows the stored value too if another one is typed. */
  isCompared?: boolean
}

function Cell({ name, row, label, typed, now = '', isNumber = false, isCompared = false }: CellProps) {
  const field = sizeField(name, row)
  const own = typed?.[field]
  const value = typed === null ? now : typeof own === 'string' ? own : ''
  return (
    <>
      <input
        name={field}
        aria-label={label}
        defaultValue={value}
        maxLength={LENGTHS[name]}
        inputMode={isNumber ? 'numeric' : undefined}
        dir={isNumber ? 'ltr' : 'auto'}
        autoComplete="off"
      />
      {isCompared && value !== now ? <span className="muted small desk-line">Now {now || 'none'}</span> : null}
    </>
  )
}

/** The columns of the sizes that the product has; `first` is the place of the page's first one, from 0. */
export function stockColumns(first: number, typed: Typed) {
  // A size that was added meanwhile, or is on another page, isn't in the refused form.
  const typedOf = (id: string) => (typed && ROW_FIELDS.some((name) => sizeField(name, id) in typed) ? typed : null)
  const cell = (name: 'material' | 'brand' | 'cup', words: string, { id, label, ...size }: DeskSize) => (
    <Cell row={id} typed={typedOf(id)} name={name} label={`${words} of ${label}`} now={size[name] ?? ''} isCompared />
  )
  return {
    Size: ({ id, label, stock }: DeskSize) => (
      <>
        <bdi>{label}</bdi>
        <input type="hidden" name={sizeField('was', id)} value={stock ?? ''} />
      </>
    ),
    Stock: (size: DeskSize) => <Stock size={size} typed={typedOf(size.id)} />,
    Material: (size: DeskSize) => cell('material', 'Material', size),
    'Brand size': (size: DeskSize) => (size.is_brand ? <bdi>{size.brand}</bdi> : cell('brand', 'Brand size', size)),
    Cup: (size: DeskSize) => cell('cup', 'Cup', size),
    Place: ({ id, label }: DeskSize, place: number) => (
      <Cell
        row={id}
        typed={typedOf(id)}
        name="place"
        label={`Place of ${label}`}
        now={String(first + place + 1)}
        isNumber
        isCompared
      />
    ),
    Remove: ({ id, label }: DeskSize) => (
      <label className="check">
        <input
          type="checkbox"
          name={sizeField('remove', id)}
          aria-label={`Remove ${label}`}
          defaultChecked={typed?.[sizeField('remove', id)] === 'on'}
        />
      </label>
    ),
  }
}

/** A stock that the operator left alone shows the present one, so that saving again doesn't undo orders placed meanwhile. */
function Stock({ size: { id, label, stock }, typed }: { size: DeskSize; typed: Typed }) {
  const count = stock === null ? '' : String(stock)
  const isOwn = typed !== null && typed[sizeField('stock', id)] !== typed[sizeField('was', id)]
  return (
    <>
      <Cell row={id} name="stock" label={`Stock of ${label}`} typed={isOwn ? typed : null} now={count} isNumber />
      {isOwn ? <span className="muted small desk-line">Now {count || 'not counted'}</span> : null}
    </>
  )
}

/** An empty row for a size that the product shall get. */
export function NewSize({ row, typed }: { row: (typeof NEW_ROWS)[number]; typed: Typed }) {
  const place = NEW_ROWS.indexOf(row) + 1
  const names = { size: '', stock: 'Stock of ', material: 'Material of ', brand: 'Brand size of ', cup: 'Cup of ' }
  const labelOf = (words: string) => (words ? `${words}new size ${place}` : `New size ${place}`)
  return (
    <tr>
      {(Object.keys(names) as (keyof typeof names)[]).map((name) => (
        <td key={name}>
          <Cell row={row} typed={typed} name={name} label={labelOf(names[name])} isNumber={name === 'stock'} />
        </td>
      ))}
      <td />
      <td />
    </tr>
  )
}
