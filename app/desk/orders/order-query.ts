import { STATUSES } from '~/orders/order'
import { isDay } from '../form/local-time'
import { listUrl, pageNumber, searchWords } from '../list/list-address'

/** How an order that was entered at the desk came in, with names. */
export const CHANNELS = { phone: 'Phone', whatsapp: 'WhatsApp', instagram: 'Instagram' }

type Channel = keyof typeof CHANNELS
export const CHANNEL_CODES = Object.keys(CHANNELS) as Channel[]

/** What waits for somebody: the tasks of the database function `desk_orders`. */
export const TASKS = ['confirm', 'pack', 'ship', 'stale', 'mails'] as const
type Task = (typeof TASKS)[number]

export const TASK_NAMES: Record<Task, string> = {
  confirm: 'To confirm',
  pack: 'To pack',
  ship: 'To ship',
  stale: 'Payment overdue',
  mails: 'With a mail that failed',
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | null =>
  values.find((value) => value === text) ?? null

const day = (text: string | null): string | null => (isDay(text) ? text : null)

/** Reads the state of the list of orders, all of which is in its address. What it doesn't know counts as missing. */
export function parseOrderQuery(parameters: URLSearchParams) {
  return {
    search: searchWords(parameters),
    task: oneOf(TASKS, parameters.get('task')),
    status: oneOf(STATUSES, parameters.get('status')),
    method: oneOf(['cod', 'payfast'] as const, parameters.get('method')),
    channel: oneOf(CHANNEL_CODES, parameters.get('channel')),
    /** Days in Pakistan as yyyy-mm-dd, both included. */
    from: day(parameters.get('from')),
    until: day(parameters.get('until')),
    page: pageNumber(parameters),
  }
}

export type OrderQuery = ReturnType<typeof parseOrderQuery>

/** Returns whether a filter is set; the search counts as none. */
export function isFiltered({ task, status, method, channel, from, until }: OrderQuery): boolean {
  return [task, status, method, channel, from, until].some((value) => value !== null)
}

/** `all` ticks the orders of the page. */
export const orderListUrl = (query: Partial<OrderQuery> & { all?: 'on' }) => listUrl('/desk/orders', { ...query })

/** What a file of orders has a row for. */
export const FILE_KINDS = ['orders', 'lines'] as const
export type FileKind = (typeof FILE_KINDS)[number]

/** Returns the address of a file with all orders of a list; of a courier's sheet, `file` is the courier's ID. */
export const orderFileUrl = (query: Partial<OrderQuery>, file: FileKind | (string & {})) =>
  listUrl('/desk/orders/file', { ...query, page: 1, file })

/** An order, or an exchange of it, as a form names it: its number, and the version that the form shows. */
export interface OrderMark {
  orderId: string
  version: number
}

export function markOf({ orderId, version }: OrderMark): string {
  return `${orderId}:${version}`
}

/** The page on which the last steps of several orders are taken back. */
export const TAKE_BACK = '/desk/orders/take-back'

export const takeBackUrl = (orders: readonly OrderMark[]) =>
  `${TAKE_BACK}?${new URLSearchParams(orders.map((order) => ['order', markOf(order)]))}`

/** Reads the values of checkboxes, at most a hundred; drops malformed ones. */
export function parseMarks(values: readonly (string | File)[]): OrderMark[] {
  return values.slice(0, 100).flatMap((value) => {
    const [, orderId, version] =
      (typeof value === 'string' && /^(ORD-\d{1,20}-\d{1,3}(?:-X\d{1,3})?):(\d{1,9})$/.exec(value)) || []
    return orderId && version ? [{ orderId, version: Number(version) }] : []
  })
}
