import type { Result } from '~/platform/result'
import { change, type Desk, read } from '../database.server'
import type { OrderAction } from './order-actions'
import type { OrderMark, OrderQuery } from './order-query'
import { deskOrdersSchema, orderListSchema, type DeskOrder, type OrderListRow } from './order-rows'

export const ORDERS_PER_PAGE = 50

/** Returns a page of orders, latest first, and how many there are in all. */
export function listOrders({ db }: Desk, query: OrderQuery): Promise<{ rows: OrderListRow[]; total: number }> {
  return read(
    db,
    'desk_orders',
    {
      p_search: query.search || undefined,
      p_statuses: query.status ? [query.status] : undefined,
      p_method: query.method ?? undefined,
      p_task: query.task ?? undefined,
      p_from: query.from ?? undefined,
      p_until: query.until ?? undefined,
      p_page: query.page,
    },
    orderListSchema,
  )
}

/** Returns orders in full, in the order of their numbers. Unknown ones are left out. */
export async function readOrders({ db }: Desk, numbers: string[]): Promise<DeskOrder[]> {
  if (numbers.length === 0) return []
  return read(db, 'desk_orders_in_full', { p_numbers: numbers }, deskOrdersSchema)
}

/** Does one thing with an order. */
export function changeOrder(
  { db }: Desk,
  { orderId, version }: OrderMark,
  action: OrderAction,
  { note = '', tracking = '' }: { note?: string; tracking?: string } = {},
): Promise<Result<null, string>> {
  return change(db, 'desk_change_order', {
    p_order_id: orderId,
    p_version: version,
    p_action: action,
    p_note: note || undefined,
    p_tracking: tracking || undefined,
  })
}

/** Does one thing with each of several orders. Returns what was refused, by order; the others are changed. */
export async function changeOrders(
  desk: Desk,
  marks: OrderMark[],
  action: OrderAction,
): Promise<{ changed: number; refused: { orderId: string; why: string }[] }> {
  const refused: { orderId: string; why: string }[] = []
  for (const mark of marks) {
    const result = await changeOrder(desk, mark, action)
    if (!result.ok) refused.push({ orderId: mark.orderId, why: result.refusal })
  }
  return { changed: marks.length - refused.length, refused }
}
