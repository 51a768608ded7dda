import { STATE_NAMES } from '~/couriers/parcel-words'
import { cutText } from '~/platform/text'
import { OF_SHEETS, table, type Cell, type Columns } from '../orders/order-file'
import type { DeskOrder } from '../orders/orders.server'

// Couriers without an API take a sheet of parcels, and say in files where those are. What is in their columns, and what their words mean, is
// written at the desk in lines, such as `COD Amount = To collect`, `Weight = "0.5"` and `Handed to consignee = Delivered`.

/** Where a file of a courier may say that a parcel is. */
const FILE_STATES = ['booked', 'moving', 'delivered', 'returning'] as const
export type FileState = (typeof FILE_STATES)[number]

export interface CourierSheet {
  name: string
  /** Null for a courier without a sheet. */
  sheet: readonly string[] | null
  tracking_heading: string | null
  state_heading: string | null
  state_words: readonly string[] | null
}

/** Texts are the same if they differ only in capitals and spaces. */
export const sameWords = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

function sidesOf(line: string): readonly [left: string, right: string] {
  const at = line.indexOf('=')
  return at === -1 ? [line.trim(), ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}

const fixedText = (right: string) => /^"(.*)"$/.exec(right)?.[1] ?? null
const columnNamed = (name: string) => Object.keys(OF_SHEETS).find((one) => sameWords(one) === sameWords(name))
const stateNamed = (name: string) => FILE_STATES.find((state) => sameWords(STATE_NAMES[state]) === sameWords(name))

const inList = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
export const SHEET_WORDS = inList(Object.keys(OF_SHEETS))
export const STATE_WORDS = inList(FILE_STATES.map((state) => STATE_NAMES[state]))

/** Returns the number of the first line whose left side is that of an earlier one, or null. */
function doubledLine(lines: readonly string[]): number | null {
  const lefts = lines.map((line) => sameWords(sidesOf(line)[0]))
  const place = lefts.findIndex((left, at) => lefts.indexOf(left) !== at)
  return place === -1 ? null : place + 1
}

/** Returns what is wrong with the lines of a sheet, or null. */
export function sheetProblem(lines: readonly string[]): string | null {
  const doubled = doubledLine(lines)
  if (doubled !== null) return `Line ${doubled}: this heading is there already.`
  const wrong = lines.findIndex((line) => {
    const [heading, held] = sidesOf(line)
    return heading === '' || (fixedText(held) === null && columnNamed(held) === undefined)
  })
  if (wrong === -1) return null
  return `Line ${wrong + 1}: please write a heading, =, and ${SHEET_WORDS}, or a text in quotation marks.`
}

/** Returns what is wrong with the lines that say what a courier's words mean, or null. */
export function wordsProblem(lines: readonly string[]): string | null {
  const doubled = doubledLine(lines)
  if (doubled !== null) return `Line ${doubled}: these words are there already.`
  const wrong = lines.findIndex((line) => {
    const [left, right] = sidesOf(line)
    return left === '' || stateNamed(right) === undefined
  })
  return wrong === -1 ? null : `Line ${wrong + 1}: please write the courier’s words, =, and ${STATE_WORDS}.`
}

/** Returns the rows of a courier's sheet, with its headings; amounts are in rupees. */
export function sheetRows(lines: readonly string[], orders: readonly DeskOrder[]): Cell[][] {
  const columns: Columns<[DeskOrder]> = {}
  for (const line of lines) {
    const [heading, held] = sidesOf(line)
    columns[heading] = OF_SHEETS[columnNamed(held) ?? ''] ?? (() => fixedText(held))
  }
  return table(
    columns,
    orders.map((order) => [order]),
  )
}

/** Returns the heading that has the order numbers in a sheet, or null. */
export function orderHeading(lines: readonly string[] | null): string | null {
  const line = lines?.find((one) => columnNamed(sidesOf(one)[1]) === 'Order')
  return line === undefined ? null : sidesOf(line)[0]
}

/** Returns what a courier's words mean. */
export function statesOf(lines: readonly string[] | null): ReadonlyMap<string, FileState> {
  return new Map(
    (lines ?? []).flatMap((line) => {
      const [words, name] = sidesOf(line)
      const state = stateNamed(name)
      return state ? [[sameWords(words), state] as const] : []
    }),
  )
}

const BASIC = ['Order', 'Name', 'Local phone', 'Address', 'City', 'To collect', 'Pieces', '"0.5"', 'Items', 'Note']
const example = (...headings: string[]) => headings.map((heading, place) => `${heading} = ${BASIC[place]}`)

/**
 * Headings to begin with, in the order of `BASIC`. The couriers' own sheets are handed to their customers and couldn't be had: they are
 * examples, which the desk says.
 */
const EXAMPLES: readonly (readonly [courier: RegExp, lines: readonly string[]])[] = [
  [
    /leopard/i,
    example(
      'Order ID',
      'Consignee Name',
      'Consignee Phone',
      'Consignee Address',
      'Destination City',
      'COD Amount',
      'No. of Pieces',
      'Weight (kg)',
      'Product Detail',
      'Special Instructions',
    ),
  ],
  [
    /\btcs\b/i,
    example(
      'Customer Reference No',
      'Consignee Name',
      'Consignee Mobile No',
      'Consignee Address',
      'Destination City',
      'COD Amount',
      'Pieces',
      'Weight',
      'Product Details',
      'Remarks',
    ),
  ],
  [
    /m\s?&\s?p|\bmnp\b/i,
    example(
      'Order Ref No',
      'Consignee Name',
      'Consignee Contact',
      'Consignee Address',
      'City',
      'Amount',
      'Pieces',
      'Weight',
      'Product Description',
      'Remarks',
    ),
  ],
  [
    /trax/i,
    example(
      'Order ID',
      'Consignee Name',
      'Consignee Phone Number',
      'Consignee Address',
      'Consignee City',
      'Amount',
      'Item Quantity',
      'Estimated Weight',
      'Item Description',
      'Special Instructions',
    ),
  ],
]

/** Returns the lines of a sheet to begin with. */
export const exampleSheet = (courier: string): readonly string[] =>
  EXAMPLES.find(([name]) => name.test(courier))?.[1] ??
  BASIC.map((held) => `${held === '"0.5"' ? 'Weight' : held} = ${held}`)

/** What couriers' words mostly mean. */
export const EXAMPLE_WORDS: readonly string[] = [
  'Booked = Booked',
  'Picked up = On its way',
  'In transit = On its way',
  'Out for delivery = On its way',
  'Delivered = Delivered',
  'Returned = On its way back',
  'Return in transit = On its way back',
  'Returned to shipper = On its way back',
]

export const courierNamed = <Courier extends Pick<CourierSheet, 'name'>>(couriers: readonly Courier[], name: string) =>
  couriers.find((one) => sameWords(one.name) === sameWords(name)) ?? null

export const shortName = (courier: string) => cutText(courier.toLowerCase().replace(/[^a-z0-9]+/g, '-'), 40)
