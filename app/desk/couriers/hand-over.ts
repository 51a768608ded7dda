import { guessColumns } from '~/couriers/settlement-words'
import { codeText, cutText, plainText } from '~/platform/text'
import type { FileTable } from '../import/read-file.server'
import { isShortened, SHORTENED } from '../import/shortened'
import { orderHeading, sameWords, statesOf, type CourierSheet, type FileState } from './sheet'

/** The headings that have the order numbers, the tracking numbers, and where the parcels are; '' for none. */
export interface HandOverColumns {
  order: string
  tracking: string
  state: string
}

/** A parcel that a list names by its order, its tracking number or both, and where it is if the list says so. */
export type HandedParcel = {
  line: number
  order_id: string | null
  tracking: string | null
  state: FileState | null
  /** What the courier calls that. */
  words: string | null
}

/** What comes of a row of a courier's file (database function `desk_note_parcels`). */
export const FILE_OUTCOMES = {
  booked: 'Gets its number',
  moving: 'Is shipped',
  delivered: 'Is delivered',
  returning: 'Comes back',
  unchanged: 'Recorded already',
} as const
export type FileOutcome = keyof typeof FILE_OUTCOMES

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

/** Returns the headings that a courier's files have, as its sheet and its settings name them. */
export const knownHeadings = (courier: CourierSheet | null): string[] =>
  [orderHeading(courier?.sheet ?? null), courier?.tracking_heading, courier?.state_heading].filter((one) => one != null)

/**
 * Returns the columns that a list seems to have: those that the courier's settings name; else order numbers are recognised, and tracking
 * numbers are what a heading or the only other column has.
 */
export function guessHandOver({ headings, rows }: FileTable, courier: CourierSheet | null = null): HandOverColumns {
  const known = (heading: string | null | undefined) => headings.find((one) => one === heading)
  const counts = headings.map((_, place) => rows.filter(({ cells }) => orderIn(cells[place] ?? '') !== null).length)
  const most = Math.max(...counts)
  const named = guessColumns(headings, ['tracking', 'order'])
  const found = most > 0 ? headings[counts.indexOf(most)] : named.order
  const order = known(orderHeading(courier?.sheet ?? null)) ?? found ?? ''
  const state = known(courier?.state_heading) ?? ''
  const others = headings.filter((heading) => heading !== order && heading !== state)
  const tracking =
    known(courier?.tracking_heading) ??
    guessColumns(others, ['tracking']).tracking ??
    (others.length === 1 ? others[0] : undefined)
  return { order, tracking: tracking ?? '', state }
}

/** Returns the parcels of a list, and each row that isn't one with the reason. A number that stands for two parcels is none of either. */
export function readHandOver(
  { headings, rows }: FileTable,
  columns: HandOverColumns,
  courier: CourierSheet | null = null,
): { parcels: HandedParcel[]; unused: UnusedRow[] } {
  const at = {
    order: headings.indexOf(columns.order),
    tracking: headings.indexOf(columns.tracking),
    state: headings.indexOf(columns.state),
  }
  const meanings = statesOf(courier?.state_words ?? null)
  const read = rows.map(({ line, cells }) => ({
    line,
    text: cutText(cells.filter(Boolean).join(', '), 200),
    order: orderIn(cells[at.order] ?? ''),
    tracking: plainText(cells[at.tracking] ?? ''),
    words: cells[at.state] ?? '',
  }))
  const trackings = valuesBy(read, 'order', ({ tracking }) => tracking.toUpperCase())
  const orders = valuesBy(read, 'tracking', ({ order }) => order ?? '')
  const seen = new Set<string>()
  const parcels: HandedParcel[] = []
  const unused: UnusedRow[] = []
  for (const { line, text, order, tracking, words } of read) {
    const state = meanings.get(sameWords(words)) ?? null
    const problem =
      (words !== '' && state === null ? `What “${words}” means isn’t said in the courier’s settings.` : null) ??
      // One of both numbers is enough for a parcel that the courier has already.
      (tracking === '' && state !== null && order !== null ? null : trackingProblem(tracking)) ??
      (order !== null && (trackings.get(order)?.size ?? 0) > 1
        ? 'Its order is there with another tracking number.'
        : null) ??
      ((orders.get(tracking.toUpperCase())?.size ?? 0) > 1
        ? 'Its tracking number is there for another order.'
        : null) ??
      (seen.has(order ?? tracking) ? 'It is there twice.' : null)
    if (order === null && (state === null || tracking === ''))
      unused.push({ line, text, why: problem ?? 'It has no order number.' })
    else if (problem !== null) unused.push({ line, text, why: problem })
    else {
      seen.add(order ?? tracking)
      parcels.push({ line, order_id: order, tracking: tracking || null, state, words: words || null })
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
