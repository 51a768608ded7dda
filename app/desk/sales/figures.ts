import { DEDUCTIONS } from '~/couriers/settlement-words'
import { reasonWords, RETURN_REASONS } from '~/returns/return'
import { CHANNELS } from '../orders/order-query'
import { isId } from '../desk-page'
import { listUrl } from '../list/list-address'
import { words } from '../audit/value-words'
import { periodQuery, type Period } from './period'

/** The figures of the database function `desk_sales_by`, each with the entries of the books that make it. */
export const FIGURES = {
  sold: ['Sold', 'Goods, delivery and what is taken off, of orders that are neither cancelled nor waiting.'],
  refunded: ['Refunded', 'Goods that came back in returns, and parts of prices that were refunded.'],
  returned_to_origin: ['Returned to origin', 'Orders that couriers brought back.'],
  remitted: ['Remitted by couriers', 'Cash that couriers have paid to the shop.'],
  card: ['Card payments', 'Payments that were received otherwise than at the door.'],
  refunds_paid: ['Refunds sent', 'Money that was sent back to shoppers.'],
  unconfirmed: ['Cash orders to confirm', 'Cash orders that nobody has confirmed.'],
  unpaid: ['Card orders to pay', 'Card orders that aren’t paid.'],
  before_cancelled: ['Ordered, cancelled since', 'What was ordered by orders that are cancelled now.'],
  cancelled: ['Cancelled', 'What cancelled orders took off.'],
} as const
export type Figure = keyof typeof FIGURES
export const FIGURE_CODES = Object.keys(FIGURES) as Figure[]

/** Figures that are the sum of others. */
export const SUMS = {
  net: ['Net', ['sold', 'refunded', 'returned_to_origin']],
  arrived: ['Money that arrived', ['remitted', 'card', 'refunds_paid']],
} as const satisfies Record<string, readonly [string, readonly Figure[]]>
type Sum = keyof typeof SUMS
export const SUM_CODES = Object.keys(SUMS) as Sum[]

const isFigure = (text: string): text is Figure => Object.hasOwn(FIGURES, text)
const isSum = (text: string): text is Sum => Object.hasOwn(SUMS, text)

export const figureName = (figure: Figure | Sum): string => (isSum(figure) ? SUMS[figure][0] : FIGURES[figure][0])

/** What sales are listed by, each with its heading and the word for one. */
export const LISTS = {
  day: ['By day', 'Day'],
  product: ['By product', 'Product'],
  category: ['By category', 'Category'],
  color: ['By colour', 'Colour'],
  courier: ['By courier', 'Courier'],
  city: ['By city', 'City'],
  channel: ['By how they came in', 'Came in by'],
  reason: ['Returns by reason', 'Reason'],
} as const
export type List = keyof typeof LISTS
export const LIST_CODES = Object.keys(LISTS) as List[]

export const CHANNEL_NAMES: Partial<Record<string, string>> = { shop: 'The shop', ...CHANNELS }
export const REASON_NAMES: Partial<Record<string, string>> = {
  ...Object.fromEntries(RETURN_REASONS.map((reason) => [reason, reasonWords(reason)])),
  partly: 'A part was refunded',
}
const WITHOUT: Partial<Record<string, string>> = { courier: 'No courier yet', city: 'No city', reason: 'No reason' }
const UNKNOWN: Partial<Record<string, string>> = {
  product: 'Products that were deleted',
  category: 'No category',
  color: 'No colour',
}

/** Returns what a row of a list is called. `name` is that of the database, null if the key has none. */
export function rowName(list: string, key: string, name: string | null): string {
  if (key === '-') return WITHOUT[list] ?? 'Delivery, codes and adjustments'
  if (key === '?') return UNKNOWN[list] ?? 'Not known'
  if (list === 'channel') return CHANNEL_NAMES[key] ?? key
  if (list === 'reason') return REASON_NAMES[key] ?? key
  return name ?? key
}

/** What entries can be filtered by beside the period and the figure; a day is a period. */
const FILTERS = ['product', 'category', 'color', 'courier', 'city', 'channel', 'reason'] as const
type EntryFilter = Partial<Record<(typeof FILTERS)[number], string>>
const IDS: ReadonlySet<string> = new Set(['product', 'category', 'color'])

/** Reads which entries an address lists. What it doesn't know counts as missing. */
export function parseEntryQuery(parameters: URLSearchParams): { figure: Figure | Sum | null; filter: EntryFilter } {
  const figure = parameters.get('figure') ?? ''
  const given = FILTERS.map((name) => [name, (parameters.get(name) ?? '').slice(0, 200)] as const)
  const filter = given.filter(([name, key]) => key && (!IDS.has(name) || isId(key) || '-?'.includes(key)))
  return { figure: isFigure(figure) || isSum(figure) ? figure : null, filter: Object.fromEntries(filter) }
}

/** Returns the address of the entries that make a figure. */
export function entriesUrl({ from, until }: Period, figure: Figure | Sum | null, filter: EntryFilter = {}): string {
  return listUrl('/desk/ledger', { from, until, figure, ...filter })
}

/** Returns the address of the entries that make a figure of a row. */
export function rowUrl(period: Period, figure: Figure | Sum, list: List, key: string): string {
  return list === 'day' ? entriesUrl({ from: key, until: key }, figure) : entriesUrl(period, figure, { [list]: key })
}

export function listPage(period: Period, by: List): string {
  return `/desk/sales?by=${by}&${periodQuery(period)}`
}

const KINDS: Partial<Record<string, string>> = {
  code: 'Promo code',
  received: 'Paid by the shopper',
  refunded: 'Refund sent',
  income_tax: DEDUCTIONS.income_tax.label,
  sales_tax: DEDUCTIONS.sales_tax.label,
  charge_tax: DEDUCTIONS.charge_tax.label,
}
const CAUSES: Partial<Record<string, string>> = { before: 'Before there were books' }

export const kindWords = (kind: string) => KINDS[kind] ?? words(kind)
export const causeWords = (cause: string) => CAUSES[cause] ?? words(cause)
