import { cleanText } from '~/platform/text'
import { fromCell } from '../csv'
import type { Column } from './columns'

/** A row of a file as the database function `desk_store_import_rows` takes it. */
export type ImportRow = {
  line: number
  /** The address of the product. */
  slug: string
  size: string
  /** The cells by their columns; '' for an empty one. */
  given: Partial<Record<Column, string>>
  /** How many cells the row has, if that isn't the number of headings. */
  cells: number | null
}

/** Texts of several lines, whose spaces belong to them. */
const LONG_TEXTS: ReadonlySet<Column> = new Set(['description', 'fit_notes'])

/** Returns a row of a file; `line` is its number in a spreadsheet. Returns null for a row without content. */
export function toImportRow(
  line: number,
  cells: readonly string[],
  columns: readonly (Column | null)[],
): ImportRow | null {
  if (cells.every((cell) => cell.trim() === '')) return null
  const given: ImportRow['given'] = {}
  for (const [place, column] of columns.entries()) {
    if (column === null) continue
    const text = fromCell(cleanText(cells[place] ?? '').replaceAll('\r\n', '\n'))
    given[column] = LONG_TEXTS.has(column) ? text : text.trim()
  }
  const { product: slug = '', ...rest } = given
  return {
    line,
    slug,
    size: rest.size ?? '',
    given: rest,
    cells: cells.length === columns.length ? null : cells.length,
  }
}
