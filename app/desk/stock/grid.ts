import { refuse, succeed, type Result } from '~/platform/result'
import { cellField, cellsOf, type Move, readNumbers, type Stock } from './cells'

/** The field that has what the grid showed, by the fields of its cells. */
export const SHOWN = 'shown'

export function shownStock(stock: Stock, sizes: Stock['sizes']): string {
  const cells = sizes.flatMap((size) => cellsOf(stock, size, true))
  return JSON.stringify(Object.fromEntries(cells.map((cell) => [cellField(cell), cell.stock])))
}

/**
 * Reads the grid of a product counted by colour: the cells that were changed. An empty one isn't counted. Of a size that was counted as a
 * whole, all colours are, once one is. Refuses, in words for the operator, a stock that is no number.
 */
export function readGrid(form: FormData, stock: Stock): Result<Move[], string> {
  const was = shownBefore(form.get(SHOWN))
  if (was === null) return refuse('Nothing was changed.')
  const moves: Move[] = []
  for (const size of stock.sizes) {
    const cells = cellsOf(stock, size, true).filter((cell) => form.has(cellField(cell)))
    const typed = readNumbers(form, cells)
    if (!typed.ok) return typed
    const numbers = new Map(typed.value.map(({ cell, number }) => [cell, number]))
    if (!size.is_by_color && numbers.size === 0) continue
    for (const cell of cells) {
      const [before, wanted] = [was[cellField(cell)] ?? null, numbers.get(cell) ?? null]
      if (size.is_by_color && before === wanted) continue
      moves.push({ variant: cell.variant, color: cell.color, was: before, stock: wanted })
    }
  }
  return succeed(moves)
}

/** Returns the moves that count a product by its sizes again, with the pieces of all colours together. */
export function bySizeMoves({ sizes }: Stock): Move[] {
  return sizes
    .filter((size) => size.is_by_color)
    .map(({ id, stock }) => ({ variant: id, color: null, was: stock, stock, by_size: true }))
}

/** Reads the field SHOWN, or returns null. */
export function shownBefore(field: FormDataEntryValue | null): Record<string, number | null> | null {
  if (typeof field !== 'string') return null
  try {
    const read: unknown = JSON.parse(field)
    if (typeof read !== 'object' || read === null) return null
    return Object.fromEntries(Object.entries(read).filter(([, value]) => value === null || Number.isInteger(value)))
  } catch {
    return null
  }
}
