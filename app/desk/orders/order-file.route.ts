import type { LoaderFunctionArgs } from '@remix-run/node'
import { dateInPakistan } from '~/platform/time'
import { requireFresh, type Operator } from '../access/operator.server'
import { listCouriers } from '../couriers/parcels.server'
import { sheetRows, shortName } from '../couriers/sheet'
import { csvFile } from '../csv'
import { isId } from '../desk-page'
import { isToBeBooked, rowsOf } from './order-file'
import { FILE_KINDS, orderListUrl, parseMarks, parseOrderQuery, type OrderQuery } from './order-query'
import { exportOrders, listOrders } from './orders.server'

/** As many as a spreadsheet is still read in; the database is asked for a hundred at a time. */
const MOST_ORDERS = 2_000

/** Sends the ticked orders, or all that the list's filters find, as a file for spreadsheets, or those to be sent as a courier's sheet. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const file = searchParams.get('file')
  const kind = FILE_KINDS.find((one) => one === file) ?? 'orders'
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
  const today = dateInPakistan(new Date())
  const orders = await exportOrders(operator, found)
  if (!isId(file)) return csvFile(`${kind === 'lines' ? 'order-lines' : 'orders'}-${today}`, rowsOf(kind, orders))
  const courier = (await listCouriers(operator)).find(({ id }) => id === file)
  if (!courier?.sheet) return refuse('This courier has no sheet any more.')
  const sent = orders.filter(isToBeBooked)
  if (sent.length === 0) return refuse('None of these orders waits to be booked with a courier.')
  // A file has no other place to say that some orders aren't in it.
  const part = sent.length === found.length ? '' : `-${sent.length}-of-${found.length}`
  return csvFile(`${shortName(courier.name)}-${today}${part}`, sheetRows(courier.sheet, sent))
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
