import type { SubmissionResult } from '@conform-to/react'
import { shown } from '../form/edit-fields'
import { isTicked, typedText } from '../form/side-by-side'
import type { DeskSize } from './products.server'
import { sizeField } from './stock-fields'

type Reply = SubmissionResult | undefined

/** The fields that show that a row was in a form; a tick isn't sent if it is off. */
const ROW_FIELDS = ['was', 'stock', 'material', 'brand', 'cup', 'place'] as const

const LENGTHS = { stock: 6, material: 60, size: 20, brand: 20, cup: 10, place: 3 } as const

interface CellProps {
  name: keyof typeof LENGTHS
  row: string
  label: string
  reply: Reply
  now?: string
  isNumber?: boolean
  /** Shows the stored value too if another one is typed. */
  isCompared?: boolean
}

function Cell({ name, row, label, reply, now = '', isNumber = false, isCompared = false }: CellProps) {
  const field = sizeField(name, row)
  const value = shown(reply, field, now)
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
export function stockColumns(first: number, reply: Reply, byColor: ReadonlySet<string>) {
  // A size that was added meanwhile, or is on another page, isn't in the refused form.
  const replyOf = (id: string) =>
    ROW_FIELDS.some((name) => sizeField(name, id) in (reply?.initialValue ?? {})) ? reply : undefined
  const cell = (name: 'material' | 'brand' | 'cup', words: string, { id, label, ...size }: DeskSize) => (
    <Cell row={id} reply={replyOf(id)} name={name} label={`${words} of ${label}`} now={size[name] ?? ''} isCompared />
  )
  return {
    Size: ({ id, label, stock }: DeskSize) => (
      <>
        <bdi>{label}</bdi>
        <input type="hidden" name={sizeField('was', id)} value={stock ?? ''} />
      </>
    ),
    Stock: (size: DeskSize) =>
      byColor.has(size.id) ? <SumOfColors size={size} /> : <Stock size={size} reply={replyOf(size.id)} />,
    Material: (size: DeskSize) => cell('material', 'Material', size),
    'Brand size': (size: DeskSize) => (size.is_brand ? <bdi>{size.brand}</bdi> : cell('brand', 'Brand size', size)),
    Cup: (size: DeskSize) => cell('cup', 'Cup', size),
    Place: ({ id, label }: DeskSize, place: number) => (
      <Cell
        row={id}
        reply={replyOf(id)}
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
          defaultChecked={isTicked(reply, sizeField('remove', id), false)}
        />
      </label>
    ),
  }
}

/** A stock that the operator left alone shows the present one, so that saving again doesn't undo orders placed meanwhile. */
function Stock({ size: { id, label, stock }, reply }: { size: DeskSize; reply: Reply }) {
  const count = stock === null ? '' : String(stock)
  const isOwn = typedText(reply, sizeField('stock', id)) !== typedText(reply, sizeField('was', id))
  return (
    <>
      <Cell row={id} name="stock" label={`Stock of ${label}`} reply={isOwn ? reply : undefined} now={count} isNumber />
      {isOwn ? <span className="muted small desk-line">Now {count || 'not counted'}</span> : null}
    </>
  )
}

/** The sum of the colours, which the form sends as it is. */
function SumOfColors({ size: { id, stock } }: { size: DeskSize }) {
  return (
    <>
      <output className="desk-sum">{stock ?? 'Not counted'}</output>
      <input type="hidden" name={sizeField('stock', id)} value={stock ?? ''} />
    </>
  )
}

const NEW_LABELS = { size: 'New size', stock: 'Stock', material: 'Material', brand: 'Brand size', cup: 'Cup' }

interface NewSizeProps {
  row: string
  /** From 1. */
  place: number
  reply: Reply
  /** Whether the table has the columns of sizes that are there. */
  isBesideSizes: boolean
}

/** An empty row for a size that the product shall get. */
export function NewSize({ row, place, reply, isBesideSizes }: NewSizeProps) {
  return (
    <tr>
      {(Object.keys(NEW_LABELS) as (keyof typeof NEW_LABELS)[]).map((name) => (
        <td key={name} data-label={NEW_LABELS[name]}>
          <Cell
            row={row}
            reply={reply}
            name={name}
            label={name === 'size' ? `New size ${place}` : `${NEW_LABELS[name]} of new size ${place}`}
            isNumber={name === 'stock'}
          />
        </td>
      ))}
      {isBesideSizes ? <td colSpan={2} /> : null}
    </tr>
  )
}
