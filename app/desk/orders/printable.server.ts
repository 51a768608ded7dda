import type { LoaderFunctionArgs } from '@remix-run/node'
import { readContactInfo } from '~/contact/contact-info.server'
import { requireOperator } from '../access/operator.server'
import { parseMarks } from './order-query'
import { readOrders, type DeskOrder, type DeskReturn } from './orders.server'

/** What a slip and a label are printed for: an order, or an exchange of it with its own number and items. */
export interface Printable {
  number: string
  order: DeskOrder
  exchange: DeskReturn | null
  items: PrintedItem[]
}

export interface PrintedItem {
  id: string
  name: string
  size: string | null
  color: string | null
  quantity: number
  /** Its article number, its place in the stock room and its picture. */
  sku: string | null
  shelf: string | null
  picture: string | null
}

export async function readPrintable({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const numbers = parseMarks(new URL(request.url).searchParams.getAll('order')).map(({ orderId }) => orderId)
  const [orders, { phone, address }] = await Promise.all([
    readOrders(operator, [...new Set(numbers.map((number) => number.replace(/-X\d+$/, '')))]),
    readContactInfo(context),
  ])
  return {
    printed: numbers.flatMap((number) => printableOf(orders, number)),
    sender: { brand: context.settings.BRAND_NAME, phone, address },
  }
}

function printableOf(orders: readonly DeskOrder[], number: string): Printable[] {
  const order = orders.find((one) => number === one.order_id || number.startsWith(`${one.order_id}-X`))
  if (!order) return []
  if (number === order.order_id) {
    const items = order.items.map(
      ({ product_name: name, selected_size: size, selected_color: color, product_image: picture, ...item }) => ({
        id: item.id,
        name,
        size,
        color,
        quantity: item.quantity,
        sku: item.sku,
        shelf: item.shelf,
        picture,
      }),
    )
    return [{ number, order, exchange: null, items }]
  }
  const exchange = order.returns.find((one) => one.number === number)
  const items = exchange?.items?.flatMap(({ replacement, quantity }) =>
    replacement ? [{ ...replacement, quantity }] : [],
  )
  return exchange && items ? [{ number, order, exchange, items }] : []
}
