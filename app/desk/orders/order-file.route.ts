import type { LoaderFunctionArgs } from '@remix-run/node'
import { dateInPakistan } from '~/platform/time'
import { requireFresh, type Operator } from '../access/operator.server'
import { csvFile } from '../csv'
import { rowsOf } from './order-file'
import { FILE_KINDS, orderListUrl, parseMarks, parseOrderQuery, type OrderQuery } from './order-query'
import { exportOrders, listOrders } from './orders.server'

/** As many as a spreadsheet is still read in; the database is asked for a hundred at a time. */
const MOST_ORDERS = 2_000

/** Sends the ticked orders, or all that the list's filters find, as a file for spreadsheets. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const kind = FILE_KINDS.find((one) => one === searchParams.get('file')) ?? 'orders'
  const query = parseOrderQuery(searchParams)
  const list = orderListUrl({ ...query, page: 1 })
  const operator = await requireFresh(context, request, list)
  const refuse = (words: string) => context.flashes.error(list, words)
  // An exchange counts as its order.
  const ticked = parseMarks(searchParams.getAll('order')).map(({ orderId }) => orderId.replace(/-X\d+$/, ''))
  if (searchParams.has('ticked') && ticked.length === 0) return refuse('Please tick the orders.')
  const found = searchParams.has('ticked') ? [...new Set(ticked)] : await findNumbers(operator, query)
  if (found === null)
    return refuse(`A file has at most ${MOST_ORDERS.toLocaleString('en-US')} orders: please choose fewer days.`)
  const name = `${kind === 'lines' ? 'order-lines' : 'orders'}-${dateInPakistan(new Date())}`
  return csvFile(name, rowsOf(kind, await exportOrders(operator, found)))
}

/** Returns the numbers of all orders that the filters find; null if there are too many. */
async function findNumbers(operator: Operator, query: OrderQuery): Promise<string[] | null> {
  const numbers: string[] = []
  for (let page = 1; ; page += 1) {
    const { rows, total } = await listOrders(operator, { ...query, page })
    if (total > MOST_ORDERS) return null
    numbers.push(...rows.map(({ order_id: number }) => number))
    if (rows.length === 0 || numbers.length >= total) return numbers
  }
}
