import { requireShopper, type Needs } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { OrderOwner } from './order-changes.server'
import type { Order, OrderItem } from './order-rows'
import { findGuestOrder, findOrder, guestOrdersCookie, listItems, readGuestKeys } from './orders.server'

/** Remembers the key of an order in this browser, as if it had been placed here: the ten latest. */
export async function rememberGuestOrder(
  context: Needs<'cookies' | 'sendCookie'>,
  request: Request,
  orderId: string,
  attemptKey: string,
): Promise<void> {
  const others = [...(await readGuestKeys(context, request))].filter(([known]) => known !== orderId)
  const keys = Object.fromEntries([...others, [orderId, attemptKey]].slice(-10))
  context.sendCookie(await context.cookies.of(guestOrdersCookie).serialize(keys))
}

/** Whose an order is: a guest's with the key it was placed with, a shopper's, or nobody's. For who holds a link to it. */
export async function findHolder(
  context: Needs<'backends'>,
  orderId: string,
): Promise<{ guestKey: string } | 'shopper' | null> {
  const { data, error } = await serviceClient(context, 'look up a guest’s order')
    .from('orders')
    .select('attempt_key, user_id')
    .eq('order_id', orderId)
    .maybeSingle()
  if (error) throw new Error(`Order not looked up: ${error.message}`, { cause: error })
  if (!data) return null
  return data.user_id === null ? { guestKey: data.attempt_key } : 'shopper'
}

/** An order of the visitor's own, and with what they may change it. */
export interface OwnOrder {
  order: Order
  items: OrderItem[]
  owner: OrderOwner
}

/** Finds an order of the visitor's own: a guest's by the key in their cookie, else a shopper's; null for any other. Sends a visitor who holds no key and isn't signed in to sign in. */
export async function findOwnOrder(
  context: Needs<'backends' | 'cookies' | 'flashes' | 'sendCookie' | 'sessions' | 'visitor'>,
  request: Request,
  orderId: string,
): Promise<OwnOrder | null> {
  const attemptKey = (await readGuestKeys(context, request)).get(orderId)
  if (attemptKey) {
    const order = await findGuestOrder(context, orderId, attemptKey)
    // Without it the order has gone to the account that its e-mail address belongs to.
    if (order) return { order, items: order.items, owner: { db: context.backends.anonymous, attemptKey } }
  }
  const shopper = await requireShopper(context, request)
  const order = await findOrder(shopper, orderId)
  return order ? { order, items: await listItems(shopper, order), owner: { db: shopper.db } } : null
}
