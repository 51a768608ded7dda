import type { Session } from '@supabase/supabase-js'
import { attempt } from '~/platform/attempt.server'
import { requireShopper, type Needs, type Reporting } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { OrderOwner } from './order-changes.server'
import type { Order, OrderItem } from './order-rows'
import { findGuestOrder, findOrder, guestOrdersCookie, listItemsByNumber, readGuestKeys } from './orders.server'

/** Stores the key of a guest order in this browser's cookie, which holds the ten latest. */
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

/**
 * Returns a guest order's key, 'shopper' for a shopper's order, or null, also for a link that opens it no more. The caller has checked the
 * link's token.
 */
export async function findHolder(
  context: Needs<'backends'>,
  orderId: string,
  linkNumber: number,
): Promise<{ guestKey: string } | 'shopper' | null> {
  const { data, error } = await serviceClient(context, 'look up a guest’s order')
    .from('orders')
    .select('attempt_key, user_id, link_number')
    .eq('order_id', orderId)
    .maybeSingle()
  if (error) throw new Error(`Order not looked up: ${error.message}`, { cause: error })
  if (!data) return null
  if (data.user_id !== null) return 'shopper'
  return data.link_number === linkNumber ? { guestKey: data.attempt_key } : null
}

/**
 * Gives a guest's order, whose key this browser has, to the account of a new session. Returns whether it is the account's then. A failure
 * is logged.
 */
export async function takeGuestOrder(
  context: Needs<'backends' | 'cookies' | Reporting>,
  request: Request,
  session: Session,
  orderId: string,
): Promise<boolean> {
  const attemptKey = (await readGuestKeys(context, request)).get(orderId)
  if (!attemptKey) return false
  const isTaken = await attempt(context, 'guest order not taken', async () => {
    const { data, error } = await context.backends
      .asShopper(session.access_token)
      .rpc('take_guest_order', { p_order_id: orderId, p_attempt_key: attemptKey })
    if (error) throw new Error(`Order not taken: ${error.message}`, { cause: error })
    return data
  })
  return isTaken === true
}

/** An order that belongs to the visitor, with the rights to change it. */
export interface OwnOrder {
  order: Order
  items: OrderItem[]
  owner: OrderOwner
}

/**
 * Returns the visitor's order: a guest's by the key in their cookie, else the shopper's; null for any other. Redirects visitors who have
 * no key and aren't signed in to the log-in.
 */
export async function findOwnOrder(
  context: Needs<'backends' | 'cookies' | 'flashes' | 'sendCookie' | 'sessions' | 'visitor'>,
  request: Request,
  orderId: string,
): Promise<OwnOrder | null> {
  const keys = await readGuestKeys(context, request)
  const attemptKey = keys.get(orderId)
  if (attemptKey) {
    const order = await findGuestOrder(context, orderId, attemptKey)
    // Otherwise the order was moved to the account with its e-mail address.
    if (order)
      return {
        order,
        items: order.items,
        owner: { db: context.backends.anonymous, attemptKey, earlierKeys: [...keys.values()] },
      }
  }
  const shopper = await requireShopper(context, request)
  const [order, items] = await Promise.all([findOrder(shopper, orderId), listItemsByNumber(shopper, orderId)])
  return order ? { order, items, owner: { db: shopper.db } } : null
}
