import { refuse, succeed, type Result } from '~/platform/result'
import { cleanText } from '~/platform/text'
import type { DeskSize } from './product-rows'

/** A row of the grid as the database function `desk_save_stock` takes it. */
export type SizeChange =
  | { id: string; was: number | null; stock: number | null; material: string; is_removed: boolean }
  | { size: string; cup: string; stock: number | null; material: string }

/** The most pieces of a size, as in the database. */
const MAX_STOCK = 100_000

/** The keys of the empty rows for new sizes. */
export const NEW_ROWS = ['new-1', 'new-2', 'new-3'] as const

/** Returns the name of a field in a row of the grid; `row` is the size's ID or one of NEW_ROWS. */
export function sizeField(name: 'stock' | 'was' | 'material' | 'size' | 'cup' | 'remove', row: string): string {
  return `${name}-${row}`
}

/** Reads the grid of sizes. Refuses, in words for the operator, a stock that is no number of pieces or a text that is too long. */
export function readSizes(form: FormData, sizes: readonly DeskSize[]): Result<SizeChange[], string> {
  const read = (name: Parameters<typeof sizeField>[0], row: string) => {
    const value = form.get(sizeField(name, row))
    return typeof value === 'string' ? cleanText(value).trim() : ''
  }
  const changes: SizeChange[] = []
  for (const row of [...sizes.map(({ id }) => id), ...NEW_ROWS]) {
    const known = sizes.find(({ id }) => id === row)
    // A size that was added since the form was made has no fields in it.
    if (known && !form.has(sizeField('stock', row))) continue
    const [size, cup, material] = [known?.label ?? read('size', row), read('cup', row), read('material', row)]
    if (!known && [size, cup, material, read('stock', row)].every((text) => text === '')) continue
    if (size === '') return refuse('Please enter the name of each new size.')
    const [stock, was] = [pieces(read('stock', row)), pieces(read('was', row))]
    if (stock === undefined || was === undefined)
      return refuse(`${size}: please enter a whole number of pieces from 0, or nothing if they aren’t counted.`)
    if (material.length > 60 || size.length > 20 || cup.length > 10) return refuse(`${size}: this text is too long.`)
    const isRemoved = read('remove', row) === 'on'
    changes.push(known ? { id: row, was, stock, material, is_removed: isRemoved } : { size, cup, stock, material })
  }
  return succeed(changes)
}

/** Reads a number of pieces: null for an empty field, undefined for what is none. */
function pieces(text: string): number | null | undefined {
  if (text === '') return null
  return /^\d{1,6}$/.test(text) && Number(text) <= MAX_STOCK ? Number(text) : undefined
}
