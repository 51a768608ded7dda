import { refuse, succeed, type Result } from '~/platform/result'
import { readWhole } from '~/platform/whole-number'

/** The pieces that are for sale, null for not counted, and those of orders that aren't packed, which are on the shelf too. */
interface Pieces {
  stock: number | null
  ordered: number
}

/** A size of a product. Its colours are in the product's order, and have a stock only if it is counted by colour. */
export interface StockSize extends Pieces {
  id: string
  label: string
  is_by_color: boolean
  colors: readonly (Pieces & { id: string })[]
}

/** What a product's sizes and colours have in stock. */
export interface Stock {
  colors: readonly { id: string; name: string; value: string }[]
  sizes: readonly StockSize[]
}

/** What is counted by a number: a size, or a size in a colour. */
export interface Cell extends Pieces {
  variant: string
  /** Null for a size as a whole. */
  color: string | null
  /** `M` or `M, Black`. */
  name: string
}

/** The most pieces of a cell, as in the database. */
const MAX_STOCK = 100_000
/** Numbers on a page; a form has at most MAX_FIELDS (read-body.server.ts). */
const CELLS_PER_PAGE = 150

/** A change as the database function `desk_move_stock` takes it. */
export type Move = { variant: string; color: string | null } & (
  | { was: number | null; stock: number | null; by_size?: true }
  | { change: number }
)

export const isByColor = ({ sizes }: Stock) => sizes.some((size) => size.is_by_color)

export const sizesPerPage = ({ colors }: Stock) => Math.max(1, Math.floor(CELLS_PER_PAGE / Math.max(1, colors.length)))

/** Returns what is counted of a size; `splits` names its colours also if it is counted as a whole. */
export function cellsOf(stock: Stock, size: StockSize, splits: boolean): Cell[] {
  if (!size.is_by_color && !splits)
    return [{ variant: size.id, color: null, name: size.label, stock: size.stock, ordered: size.ordered }]
  return stock.colors.map(({ id, name }, place) => {
    const { stock: pieces = null, ordered = 0 } = size.colors[place] ?? {}
    return { variant: size.id, color: id, name: `${size.label}, ${name}`, stock: pieces, ordered }
  })
}

/** Returns the name of a cell's field. Names of fields are short (read-body.server.ts), and half of an ID tells a product's colours apart. */
export const cellField = ({ variant, color }: Pick<Cell, 'variant' | 'color'>) =>
  `n-${variant}-${color?.slice(0, 18) ?? 'all'}`

interface Typed {
  cell: Cell
  number: number
}

/** Reads the numbers that were typed for cells; empty fields count for nothing. Refuses, in words for the operator, what is none. */
export function readNumbers(form: FormData, cells: readonly Cell[]): Result<Typed[], string> {
  const typed: Typed[] = []
  for (const cell of cells) {
    const text = textOf(form, cell)
    if (text === '') continue
    const number = readWhole(text)
    if (!(number >= 0 && number <= MAX_STOCK)) return refuse(wrongNumber(cell))
    typed.push({ cell, number })
  }
  return succeed(typed)
}

const wrongNumber = ({ name }: Cell) => `${name}: please enter a whole number of pieces from 0.`

function textOf(form: FormData, cell: Cell): string {
  const value = form.get(cellField(cell))
  return typeof value === 'string' ? value.trim() : ''
}

/** A row of a count: what the shop thinks is on the shelf, and what was counted. */
export interface CountedRow {
  name: string
  /** Null for not counted before. */
  expected: number | null
  counted: number
  /** Pieces of orders that aren't packed, and aren't there either. */
  missing: number
}

/** What a count comes to: the rows that differ, how many agree, and the moves that the database makes of them. */
export interface Count {
  rows: CountedRow[]
  agreeing: number
  moves: Move[]
}

/**
 * Reads a count of the shelf. Pieces of orders that aren't packed were counted too, so they are taken off. A size of which some colours
 * were counted for the first time has none of the others.
 */
export function readCount(form: FormData, stock: Stock, splits: boolean): Result<Count, string> {
  const all: Typed[] = []
  for (const size of stock.sizes) {
    const cells = cellsOf(stock, size, splits)
    const typed = readNumbers(form, cells)
    if (!typed.ok) return typed
    const isFirst = splits && !size.is_by_color && typed.value.length > 0
    const numberOf = (cell: Cell) => typed.value.find((one) => one.cell === cell)?.number ?? 0
    all.push(...(isFirst ? cells.map((cell) => ({ cell, number: numberOf(cell) })) : typed.value))
  }
  if (all.length === 0) return refuse('Please enter what you counted.')
  const differing = all.filter(({ cell, number }) => cell.stock === null || cell.stock + cell.ordered !== number)
  return succeed({
    rows: differing.map(({ cell: { name, stock: known, ordered }, number }) => ({
      name,
      expected: known === null ? null : known + ordered,
      counted: number,
      missing: Math.max(0, ordered - number),
    })),
    agreeing: all.length - differing.length,
    moves: differing.map(({ cell: { variant, color, stock: was, ordered }, number }) => ({
      variant,
      color,
      was,
      stock: Math.max(0, number - ordered),
    })),
  })
}

/** Reads pieces that came in, or with `sign` -1 pieces that go. Refuses more than there are. */
export function readMoves(form: FormData, stock: Stock, sign: 1 | -1): Result<Move[], string> {
  const typed = readNumbers(
    form,
    stock.sizes.flatMap((size) => cellsOf(stock, size, false)),
  )
  if (!typed.ok) return typed
  const moved = typed.value.filter(({ cell, number }) => number > 0 && cell.stock !== null)
  if (moved.length === 0) return refuse('Please enter how many pieces.')
  const short = sign === -1 && moved.find(({ cell, number }) => number > (cell.stock ?? 0))
  if (short) return refuse(`${short.cell.name}: the shop has ${short.cell.stock ?? 0} for sale.`)
  return succeed(moved.map(({ cell: { variant, color }, number }) => ({ variant, color, change: sign * number })))
}
