import type { PostgrestError } from '@supabase/supabase-js'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { databaseRefusal } from '~/platform/supabase/refusals.server'

/** The order's owner: a shopper, or a guest with the order's key. */
export interface OrderOwner {
  db: Backend
  attemptKey?: string
  /** The keys of the latest orders of a guest's browser. */
  earlierKeys?: string[]
}

export const CASH_ORDERS_OPEN = 'Several of your cash on delivery orders are still open.'
export const CASH_ORDERS_UNCONFIRMED =
  'Several of your cash on delivery orders are not confirmed yet. Please wait for our call about them'
export const CASH_ORDERS_BLOCKED = 'We can’t take a cash order to this number or address. Please call or write to us'

const REFUSALS = {
  no_such_order: 'Order not found',
  not_payable: 'This order is not waiting for a card payment any more.',
  not_cancellable: 'This order is on its way already, so it can’t be cancelled any more.',
  sold_out: 'This order had lapsed, and something in it is sold out now. Please order again.',
  promo_used_up: 'This order had lapsed, and its promo code has been used up. Please order again.',
  too_many_open_orders: `${CASH_ORDERS_OPEN} Please wait for one to arrive.`,
  too_many_unconfirmed_orders: `${CASH_ORDERS_UNCONFIRMED}.`,
  contact_blocked: `${CASH_ORDERS_BLOCKED}.`,
} satisfies Record<string, string>

const isRefusal = (token: string): token is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, token)

/** Changes an unpaid card order to cash on delivery. Refuses in words for the shopper. Throws if the database fails. */
export async function payInCash(
  { db, attemptKey, earlierKeys }: OrderOwner,
  orderId: string,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('pay_in_cash', {
    p_order_id: orderId,
    p_attempt_key: attemptKey,
    p_earlier_keys: earlierKeys,
  })
  return outcomeOf('paid in cash', error)
}

/** Cancels an order that hasn't been shipped. Refuses in words for the shopper. Throws if the database fails. */
export async function cancelOrder(
  { db, attemptKey }: OrderOwner,
  orderId: string,
  reason?: string,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('cancel_order', { p_order_id: orderId, p_attempt_key: attemptKey, p_reason: reason })
  return outcomeOf('cancelled', error)
}

function outcomeOf(change: string, error: PostgrestError | null): Result<null, string> {
  if (!error) return succeed(null)
  const token = databaseRefusal(error)
  if (token !== null && isRefusal(token)) return refuse(REFUSALS[token])
  throw new Error(`The order was not ${change}: ${error.message}`, { cause: error })
}
