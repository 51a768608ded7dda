import { refuse, succeed, type Result } from '~/platform/result'
import { readWhole } from '~/platform/whole-number'
import type { DeskSize } from './products.server'

/** A row of the grid as the database function `desk_save_stock` takes it. */
export type SizeChange = { stock: number | null; material: string; brand: string; cup: string } & (
  | { id: string; was: number | null; place: number; is_removed: boolean }
  | { size: string }
)

/** The most pieces of a size, as in the database. */
const MAX_STOCK = 100_000

/** The empty rows for new sizes, unless more are asked for. */
const FEW_ROWS = 3

/** Sizes on one page of the grid. */
export const SIZES_PER_PAGE = 24
/** Fields of a size, of a new one, and of a form beside them, which has at most MAX_FIELDS in all (read-body.server.ts). */
const [KNOWN_FIELDS, NEW_FIELDS, OTHER_FIELDS, MOST_FIELDS] = [7, 5, 5, 200]

/** Returns the most empty rows beside so many sizes. */
export const mostNewRows = (sizes: number) =>
  Math.floor((MOST_FIELDS - OTHER_FIELDS - KNOWN_FIELDS * sizes) / NEW_FIELDS)

/** Returns the keys of the empty rows for new sizes: as many as are asked for, as far as they fit beside so many sizes. */
export const newRows = (asked: number, sizes: number): string[] =>
  Array.from({ length: Math.min(Math.max(asked, FEW_ROWS), mostNewRows(sizes)) }, (_, index) => `new-${index + 1}`)

const FIELDS = ['stock', 'was', 'material', 'size', 'brand', 'cup', 'place', 'remove'] as const
type FieldName = (typeof FIELDS)[number]

/** Returns the name of a field in a row of the grid; `row` is the size's ID or one of `newRows`. */
export function sizeField(name: FieldName, row: string): string {
  return `${name}-${row}`
}

/** Returns the number of pages of a grid with so many sizes. */
export function pagesOfSizes(count: number): number {
  return Math.max(1, Math.ceil(count / SIZES_PER_PAGE))
}

/**
 * Reads a page of the grid of sizes. Refuses, in words for the operator, a stock that is no number of pieces, a place that is none, and
 * a text that is too long.
 */
export function readSizes(form: FormData, sizes: readonly DeskSize[]): Result<SizeChange[], string> {
  const changes: SizeChange[] = []
  for (const known of sizes) {
    // A size that was added since the form was made, or is on another page of it, has no fields in it.
    if (!form.has(sizeField('stock', known.id))) continue
    const row = readRow(form, known.id, known.label)
    if (!row.ok) return row
    const { was, place, size: _none, is_removed: isRemoved, ...fields } = row.value
    if (place === null || place === 0)
      return refuse(`${known.label}: please enter its place as a number from 1 to 999.`)
    changes.push({ ...fields, id: known.id, was, place, is_removed: isRemoved })
  }
  for (const key of newRows(mostNewRows(0), 0)) {
    const row = readRow(form, key, textOf(form, 'size', key))
    if (!row.ok) return row
    const { size, stock, material, brand, cup } = row.value
    if ([size, material, brand, cup].every((text) => text === '') && stock === null) continue
    if (size === '') return refuse('Please enter the name of each new size.')
    changes.push({ size, stock, material, brand, cup })
  }
  return succeed(changes)
}

function textOf(form: FormData, name: FieldName, row: string): string {
  const value = form.get(sizeField(name, row))
  return typeof value === 'string' ? value.trim() : ''
}

function readRow(form: FormData, row: string, label: string) {
  const read = (name: FieldName) => textOf(form, name, row)
  const [stock, was, place] = [read('stock'), read('was'), read('place')].map(wholeNumber)
  if (stock === undefined || was === undefined || (stock ?? 0) > MAX_STOCK)
    return refuse(`${label}: please enter a whole number of pieces from 0, or nothing if they aren’t counted.`)
  if (place === undefined || (place ?? 0) > 999)
    return refuse(`${label}: please enter its place as a number from 1 to 999.`)
  const [material, size, brand, cup] = [read('material'), read('size'), read('brand'), read('cup')]
  if (material.length > 60 || size.length > 20 || brand.length > 20 || cup.length > 10)
    return refuse(`${label}: this text is too long.`)
  return succeed({ stock, was, place, material, size, brand, cup, is_removed: read('remove') === 'on' })
}

/** Reads a number of up to six digits: null for an empty field, undefined for what is none. */
function wholeNumber(text: string): number | null | undefined {
  if (text === '') return null
  const number = readWhole(text)
  return number >= 0 && number < 1_000_000 ? number : undefined
}
