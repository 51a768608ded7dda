import { readOwnChange, type OrderOwner } from '~/orders/order-changes.server'
import { trackingUrl } from '~/orders/order'
import type { Order } from '~/orders/order-rows'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { isCancellable, isUnsent, returnableUntil, returnPolicyText } from './return'
import { listReturns, type OrderReturn } from './returns.server'

/** A return with the courier's page about its parcel. */
export type HelpedReturn = OrderReturn & { trackingUrl: string | null }

export interface OrderHelp {
  orderId: string
  canCancel: boolean
  /** Whether the shopper may change the order now; not known to be so if reading failed. */
  canChange: boolean
  /** dd/mm/yyyy; null if nothing can be returned. */
  returnableUntil: string | null
  /** The return policy in words, until the order is delivered. */
  returnPolicy: string | null
  /** RETURN_DAYS. */
  days: number | undefined
  /** Null if reading failed. */
  returns: HelpedReturn[] | null
  /** Where to ask about the order: the chat with the order number, or the contact page for guests, who can't chat. */
  supportUrl: string
}

/** Returns the help about the visitor's order. A failure to read its returns is logged. */
export async function readOrderHelp(
  context: Needs<'settings' | Reporting>,
  order: Order,
  owner: OrderOwner,
): Promise<OrderHelp> {
  const { RETURN_DAYS: days } = context.settings
  const isUnderWay = order.status === 'Shipped' || isCancellable(order)
  const [returns, change] = await Promise.all([
    order.history.some(({ status }) => status === 'Delivered')
      ? attempt(context, 'returns not read', () => listReturns(owner, order.order_id))
      : [],
    isUnsent(order) ? attempt(context, 'changes not read', () => readOwnChange(owner, order.order_id)) : null,
  ])
  return {
    orderId: order.order_id,
    canCancel: isCancellable(order),
    canChange: change?.problem === null,
    returnableUntil: returnableUntil(order, days, new Date()),
    returnPolicy: days !== undefined && isUnderWay ? returnPolicyText(days) : null,
    days,
    returns:
      returns?.map((one) => ({
        ...one,
        trackingUrl: trackingUrl(context.settings.COURIER_TRACKING_URL, one.tracking_number),
      })) ?? null,
    supportUrl:
      order.user_id === null
        ? '/contact-us'
        : `/profile/chat-support?${new URLSearchParams({ mode: 'order', order: order.order_id })}#chat`,
  }
}
