import type { OrderOwner } from '~/orders/order-changes.server'
import type { Order } from '~/orders/order-rows'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { isCancellable, returnableUntil, returnPromise } from './return'
import { listReturns, type OrderReturn } from './returns.server'

/** What an order's page offers beside the order itself. */
export interface OrderHelp {
  orderId: string
  canCancel: boolean
  /** dd/mm/yyyy; null where nothing can go back. */
  returnableUntil: string | null
  /** What the shop promises about returns, while the order is under way. */
  promise: string | null
  /** Null when they can't be read. */
  returns: OrderReturn[] | null
  /** Where to ask about the order: the chat, with its number filled in; for guests, who can't chat, the contact page. */
  askUrl: string
}

/** Reads what the page of an order of the visitor's own offers. Returns that can't be read are logged and left out. */
export async function readOrderHelp(
  context: Needs<'settings' | Reporting>,
  order: Order,
  owner: OrderOwner,
): Promise<OrderHelp> {
  const { RETURN_DAYS: days } = context.settings
  const isUnderWay = order.status === 'Shipped' || isCancellable(order)
  const returns = order.history.some(({ status }) => status === 'Delivered')
    ? await attempt(context, 'returns not read', () => listReturns(owner, order.order_id))
    : []
  return {
    orderId: order.order_id,
    canCancel: isCancellable(order),
    returnableUntil: returnableUntil(order, days, new Date()),
    promise: days !== undefined && isUnderWay ? returnPromise(days) : null,
    returns,
    askUrl:
      order.user_id === null
        ? '/contact-us'
        : `/profile/chat-support?${new URLSearchParams({ mode: 'order', order: order.order_id })}#chat`,
  }
}
