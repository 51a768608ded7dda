import { amountToCollect, methodName, statusLook } from '~/orders/order'
import { toRupees } from '~/platform/money'
import { formatDateTime } from '~/platform/time'
import type { FileKind } from './order-query'
import type { DeskOrder } from './orders.server'

export type Cell = string | number
type Item = DeskOrder['items'][number]
export type Columns<Row extends unknown[]> = Record<string, (...row: Row) => Cell | null | undefined>

const rupees = (paisa: number) => Number(toRupees(paisa))

const OF_ORDER: Columns<[DeskOrder]> = {
  Order: ({ order_id: number }) => number,
  Placed: ({ created_at: at }) => formatDateTime(at),
  Status: ({ status }) => statusLook(status).label,
}

const ORDERS: Columns<[DeskOrder]> = {
  ...OF_ORDER,
  Payment: ({ payment_method: method }) => methodName(method),
  Name: ({ shipping_address: { first_name: first, last_name: last } }) => [first, last].filter(Boolean).join(' '),
  Phone: ({ contact_phone: phone }) => phone,
  'E-mail': ({ contact_email: email }) => email,
  Address: ({ shipping_address: { address_line1: street, apartment } }) =>
    [street, apartment].filter(Boolean).join(', '),
  City: ({ shipping_address: { city } }) => city,
  'Postal code': ({ shipping_address: { postal_code: code } }) => code,
  Country: ({ shipping_address: { country } }) => country,
  Items: ({ items }) =>
    items
      .map((item) =>
        [`${item.quantity} × ${item.sold_as}`, item.selected_size, item.selected_color].filter(Boolean).join(', '),
      )
      .join('; '),
  Pieces: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0),
  Subtotal: ({ subtotal }) => rupees(subtotal),
  'Promo code': ({ promo_code: code }) => code,
  'Promo discount': ({ promo_discount: off }) => rupees(off),
  Discount: ({ discount }) => rupees(discount),
  Delivery: ({ delivery_fee: fee }) => rupees(fee),
  'Fee for cash': ({ cash_fee: fee }) => rupees(fee),
  Total: ({ total_amount: total }) => rupees(total),
  'To collect': (order) => rupees(toCollect(order)),
  'Tracking number': ({ tracking_number: number }) => number,
  Note: ({ notes }) => notes,
}

/** What the rider collects; nothing once the parcel was delivered or isn't sent. */
function toCollect(order: DeskOrder): number {
  return ['Delivered', 'Cancelled', 'ReturnedToOrigin'].includes(order.status) ? 0 : amountToCollect(order)
}

/** What a courier's sheet may have: all that the file of orders has, and the number as people in Pakistan dial it. */
export const OF_SHEETS: Columns<[DeskOrder]> = {
  ...ORDERS,
  'Local phone': ({ contact_phone: phone }) => phone?.replace(/^\+92/, '0'),
}

/** Whether an order goes on a courier's sheet: it is confirmed or paid, or shipped, and has no tracking number yet. */
export function isToBeBooked({ status, payment_method: method, confirmed_at: confirmed, tracking_number }: DeskOrder) {
  if (tracking_number !== null) return false
  if (status === 'Processing') return method !== 'cod' || confirmed !== null
  return status === 'PaymentAccepted' || status === 'Shipped'
}

const LINES: Columns<[DeskOrder, Item]> = {
  ...OF_ORDER,
  Product: (_, { sold_as: name }) => name,
  Size: (_, { selected_size: size }) => size,
  Colour: (_, { selected_color: color }) => color,
  Pieces: (_, { quantity }) => quantity,
  'List price': (_, { price }) => rupees(price),
  'Price paid': (_, { price_at_purchase: price }) => rupees(price),
  Sum: (_, { subtotal }) => rupees(subtotal),
}

/** Returns the rows of a file, with their headings; amounts are in rupees. */
export function rowsOf(kind: FileKind, orders: readonly DeskOrder[]): Cell[][] {
  return kind === 'orders'
    ? table(
        ORDERS,
        orders.map((order) => [order]),
      )
    : table(
        LINES,
        orders.flatMap((order) => order.items.map((item): [DeskOrder, Item] => [order, item])),
      )
}

export function table<Row extends unknown[]>(columns: Columns<Row>, rows: readonly Row[]): Cell[][] {
  return [Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cellOf) => cellOf(...row) ?? ''))]
}
