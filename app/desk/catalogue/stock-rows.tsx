import type { DeskSize } from './product-rows'
import { NEW_ROWS, sizeField } from './stock-fields'

/** The values of a refused form; null if the form is new. An empty field is missing. */
type Typed = Record<string, unknown> | null

/** The fields that show that a row was in a form; a tick isn't sent if it is off. */
const ROW_FIELDS = ['was', 'stock', 'material', 'brand', 'cup', 'place'] as const

/** The most characters of each field. */
const LENGTHS = { stock: 6, material: 60, size: 20, brand: 20, cup: 10, place: 3 } as const

interface CellProps {
  name: keyof typeof LENGTHS
  row: string
  label: string
  typed: Typed
  /** The stored value. */
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

interface KnownSizeProps {
  size: DeskSize
  /** Among all sizes of the product, from 1. */
  place: number
  typed: Typed
}

/** A size that the product has. */
export function KnownSize({
  size: { id, label, cup, material, stock, brand, is_brand: isBrand },
  place,
  typed,
}: KnownSizeProps) {
  // A size that was added meanwhile, or is on another page, isn't in the refused form.
  const own = typed && ROW_FIELDS.some((name) => sizeField(name, id) in typed) ? typed : null
  const count = stock === null ? '' : String(stock)
  // A stock that the operator left alone shows the present one, so that saving again doesn't undo orders placed meanwhile.
  const isOwnStock = own !== null && own[sizeField('stock', id)] !== own[sizeField('was', id)]
  const cell = { row: id, typed: own }
  return (
    <tr>
      <th scope="row" dir="auto">
        {label}
        <input type="hidden" name={sizeField('was', id)} value={count} />
      </th>
      <td>
        <Cell row={id} name="stock" label={`Stock of ${label}`} typed={isOwnStock ? own : null} now={count} isNumber />
        {isOwnStock ? <span className="muted small desk-line">Now {count || 'not counted'}</span> : null}
      </td>
      <td>
        <Cell {...cell} name="material" label={`Material of ${label}`} now={material ?? ''} isCompared />
      </td>
      <td>
        {isBrand ? (
          <bdi>{brand}</bdi>
        ) : (
          <Cell {...cell} name="brand" label={`Brand size of ${label}`} now={brand ?? ''} isCompared />
        )}
      </td>
      <td>
        <Cell {...cell} name="cup" label={`Cup of ${label}`} now={cup ?? ''} isCompared />
      </td>
      <td>
        <Cell {...cell} name="place" label={`Place of ${label}`} now={String(place)} isNumber isCompared />
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

/** An empty row for a size that the product shall get. */
export function NewSize({ row, typed }: { row: (typeof NEW_ROWS)[number]; typed: Typed }) {
  const place = NEW_ROWS.indexOf(row) + 1
  const cell = { row, typed }
  return (
    <tr>
      <td>
        <Cell {...cell} name="size" label={`New size ${place}`} />
      </td>
      <td>
        <Cell {...cell} name="stock" label={`Stock of new size ${place}`} isNumber />
      </td>
      <td>
        <Cell {...cell} name="material" label={`Material of new size ${place}`} />
      </td>
      <td>
        <Cell {...cell} name="brand" label={`Brand size of new size ${place}`} />
      </td>
      <td>
        <Cell {...cell} name="cup" label={`Cup of new size ${place}`} />
      </td>
      <td />
      <td />
    </tr>
  )
}
