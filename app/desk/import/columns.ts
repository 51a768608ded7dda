import { refuse, succeed, type Result } from '~/platform/result'
import { cutText } from '~/platform/text'
import { fromCell } from '../csv'
import { FLAGS } from '../products/product-query'
import { isShortened } from './shortened'

/** The columns of a file of products, with the headings that `desk_export_products` and the imports know them by, in the order of the file. */
export const HEADINGS = {
  product: 'Product',
  name: 'Name',
  size: 'Size',
  stock: 'Stock',
  stock_by_color: 'Stock by colour',
  price: 'Price',
  discount: 'Discount',
  state: 'State',
  category: 'Category',
  colors: 'Colours',
  attributes: 'Attributes',
  ...FLAGS,
  cup: 'Cup',
  material: 'Material',
  sku: 'Article number',
  description: 'Description',
  fit_notes: 'How it fits',
  stock_was: 'Stock was',
  stock_by_color_was: 'Stock by colour was',
  version: 'Version',
} as const
export type Column = keyof typeof HEADINGS
export const COLUMNS = Object.keys(HEADINGS) as Column[]

/** Columns that say nothing without the size that they are about. */
const OF_SIZES: ReadonlySet<Column> = new Set([
  'stock',
  'stock_by_color',
  'cup',
  'material',
  'stock_was',
  'stock_by_color_was',
])
/** Columns that only protect others. */
const MARKS: ReadonlySet<Column> = new Set(['product', 'size', 'stock_was', 'stock_by_color_was', 'version'])

/** Headings that are named to the operator. */
const MAX_IGNORED = 50

/** The columns of one file; null for a heading that names none. */
export interface FileColumns {
  columns: readonly (Column | null)[]
  /** The headings that name none. */
  ignored: readonly string[]
}

/** Reads the headings of a file. Capitals and spaces don't matter. Refuses, in words for the operator, what can't be an import. */
export function readHeadings(cells: readonly string[]): Result<FileColumns, string> {
  const columns = cells.map((cell) => COLUMNS.find((column) => plain(HEADINGS[column]) === plain(cell)) ?? null)
  const known = columns.filter((column) => column !== null)
  const doubled = known.find((column, place) => known.indexOf(column) !== place)
  if (doubled) return refuse(`The file has the column “${HEADINGS[doubled]}” twice.`)
  if (!known.includes('product'))
    return refuse(
      'The file lacks the column “Product”, with the address of each product. The first row has the headings.',
    )
  const lost = known.find((column) => OF_SIZES.has(column))
  if (lost && !known.includes('size')) return refuse(`The file has the column “${HEADINGS[lost]}”, but lacks “Size”.`)
  if (known.every((column) => MARKS.has(column)) && !known.includes('size'))
    return refuse('The file has no column with anything to change, such as “Price” or “Stock”.')
  const unknown = cells.filter((cell, place) => columns[place] === null && cell.trim() !== '')
  const ignored = unknown.slice(0, MAX_IGNORED).map((heading) => cutText(heading, 100))
  return succeed({ columns, ignored })
}

function plain(heading: string): string {
  return heading.toLowerCase().replace(/[\s_]+/g, '')
}

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

/** Columns of words, in which something like `1E+3` may be meant. */
const WORDS: ReadonlySet<Column> = new Set(['name', 'description', 'fit_notes', 'attributes', 'colors', 'material'])

/** Returns the cell of a row that a spreadsheet has shortened to scientific notation, with its heading, or null. */
export function shortenedIn(cells: readonly string[], columns: readonly (Column | null)[]): string | null {
  for (const [place, column] of columns.entries()) {
    const cell = cells[place] ?? ''
    if (column !== null && !WORDS.has(column) && isShortened(cell)) return `${HEADINGS[column]} “${cutText(cell, 40)}”`
  }
  return null
}

/** Returns a row of a file; `line` is its number in a spreadsheet. */
export function toImportRow(line: number, cells: readonly string[], columns: readonly (Column | null)[]): ImportRow {
  const given: ImportRow['given'] = {}
  for (const [place, column] of columns.entries()) {
    if (column === null) continue
    const text = fromCell((cells[place] ?? '').replaceAll('\r\n', '\n'))
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
