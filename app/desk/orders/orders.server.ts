import type { Result } from '~/platform/result'
import { change, type Desk, read } from '../database.server'
import type { OrderAction } from './order-actions'
import type { OrderMark, OrderQuery } from './order-query'
import { deskOrdersSchema, orderListSchema } from './order-rows'

/** Returns a page of orders, latest first, and how many there are in all. */
export function listOrders({ db }: Desk, query: OrderQuery) {
  const values = {
    p_search: query.search || undefined,
    p_statuses: query.status ? [query.status] : undefined,
    p_method: query.method ?? undefined,
    p_task: query.task ?? undefined,
    p_from: query.from ?? undefined,
    p_until: query.until ?? undefined,
    p_page: query.page,
  }
  return read(db, 'desk_orders', values, orderListSchema)
}

/** Returns orders in full, in the order of their numbers. Unknown ones are left out. */
export async function readOrders({ db }: Desk, numbers: string[]) {
  return numbers.length === 0 ? [] : read(db, 'desk_orders_in_full', { p_numbers: numbers }, deskOrdersSchema)
}

/** Does one thing with an order. Refuses in words for the operator. */
export function changeOrder(
  { db }: Desk,
  { orderId, version }: OrderMark,
  action: OrderAction,
  { note, tracking }: { note?: string; tracking?: string } = {},
): Promise<Result<null, string>> {
  return change(db, 'desk_change_order', {
    p_order_id: orderId,
    p_version: version,
    p_action: action,
    p_note: note,
    p_tracking: tracking,
  })
}
