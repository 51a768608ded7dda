import { guessColumns } from '~/couriers/settlement-words'
import { codeText, cutText, plainText } from '~/platform/text'
import type { FileTable } from '../import/read-file.server'
import { isShortened, SHORTENED } from '../import/shortened'

/** The headings that have the order numbers and the tracking numbers; '' for none. */
export interface HandOverColumns {
  order: string
  tracking: string
}

export interface HandedParcel {
  line: number
  order_id: string
  tracking: string
}

/** A row that can't be recorded, and why. */
interface UnusedRow {
  line: number
  text: string
  why: string
}

/** The number of an order, or of an exchange of it. */
const ORDER = /^ORD-\d{1,20}-\d{1,3}(-X\d{1,3})?$/
/** As long as the database keeps it. */
const LONGEST_TRACKING = 60

/** Returns the number of an order in a cell such as `#ord-1-2`, or null. */
export function orderIn(cell: string): string | null {
  const number = codeText(cell).replace('#', '').toUpperCase()
  return ORDER.test(number) ? number : null
}

/** Gives a list names for its columns if its first row is a parcel already. */
export function withHeadings(table: FileTable): FileTable {
  const { line, headings, rows } = table
  if (!headings.some((cell) => orderIn(cell) !== null)) return table
  const all = [{ line, cells: headings }, ...rows]
  const width = Math.max(...all.map(({ cells }) => cells.length))
  return { line: 0, headings: Array.from({ length: width }, (_, place) => `Column ${place + 1}`), rows: all }
}

/** Returns the columns that a list seems to have: order numbers are recognised, tracking numbers are what a heading or the only other column has. */
export function guessHandOver({ headings, rows }: FileTable): HandOverColumns {
  const counts = headings.map((_, place) => rows.filter(({ cells }) => orderIn(cells[place] ?? '') !== null).length)
  const most = Math.max(...counts)
  const named = guessColumns(headings, ['tracking', 'order'])
  const order = most > 0 ? (headings[counts.indexOf(most)] ?? '') : (named.order ?? '')
  const others = headings.filter((heading) => heading !== order)
  const tracking = guessColumns(others, ['tracking']).tracking ?? (others.length === 1 ? others[0] : undefined)
  return { order, tracking: tracking ?? '' }
}

/** Returns the parcels of a list, and each row that isn't one with the reason. A number that stands for two parcels is none of either. */
export function readHandOver(
  { headings, rows }: FileTable,
  columns: HandOverColumns,
): { parcels: HandedParcel[]; unused: UnusedRow[] } {
  const at = { order: headings.indexOf(columns.order), tracking: headings.indexOf(columns.tracking) }
  const read = rows.map(({ line, cells }) => ({
    line,
    text: cutText(cells.filter(Boolean).join(', '), 200),
    order: orderIn(cells[at.order] ?? ''),
    tracking: plainText(cells[at.tracking] ?? ''),
  }))
  const trackings = valuesBy(read, 'order', ({ tracking }) => tracking.toUpperCase())
  const orders = valuesBy(read, 'tracking', ({ order }) => order ?? '')
  const seen = new Set<string>()
  const parcels: HandedParcel[] = []
  const unused: UnusedRow[] = []
  for (const { line, text, order, tracking } of read) {
    const problem =
      trackingProblem(tracking) ??
      (order !== null && (trackings.get(order)?.size ?? 0) > 1
        ? 'Its order is there with another tracking number.'
        : null) ??
      ((orders.get(tracking.toUpperCase())?.size ?? 0) > 1
        ? 'Its tracking number is there for another order.'
        : null) ??
      (order !== null && seen.has(order) ? 'It is there twice.' : null)
    if (order === null) unused.push({ line, text, why: 'It has no order number.' })
    else if (problem !== null) unused.push({ line, text, why: problem })
    else {
      seen.add(order)
      parcels.push({ line, order_id: order, tracking })
    }
  }
  return { parcels, unused }
}

interface Read {
  order: string | null
  tracking: string
}

/** Returns the different values of `of` that rows with the same order or tracking number have. */
function valuesBy(rows: readonly Read[], key: keyof Read, of: (row: Read) => string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const row of rows) {
    const name = row[key]?.toUpperCase()
    if (!name || row.order === null || row.tracking === '') continue
    found.set(name, (found.get(name) ?? new Set()).add(of(row)))
  }
  return found
}

function trackingProblem(tracking: string): string | null {
  if (tracking === '') return 'It has no tracking number.'
  if (isShortened(tracking)) return SHORTENED
  if (tracking.length > LONGEST_TRACKING || /\s/.test(tracking) || orderIn(tracking) !== null)
    return 'This is no tracking number.'
  return null
}
