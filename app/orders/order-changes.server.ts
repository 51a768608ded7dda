import { m } from '~/language/messages'
import type { PostgrestError } from '@supabase/supabase-js'
import { toRupees } from '~/platform/money'
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

const REFUSALS = {
  no_such_order: m.orders_not_found,
  not_payable: m.orders_not_payable,
  not_cancellable: m.orders_not_cancellable,
  sold_out: m.orders_lapsed_sold_out,
  promo_used_up: m.orders_lapsed_promo,
  too_many_open_orders: m.orders_too_many_open,
  too_many_unconfirmed_orders: m.orders_too_many_unconfirmed,
  contact_blocked: m.orders_contact_blocked,
  price_changed: m.orders_cash_price_changed,
} satisfies Record<string, () => string>

const isRefusal = (token: string): token is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, token)

/** Changes an unpaid card order to cash on delivery, at a total in paisa that its page showed. Refuses in words for the shopper. Throws if the database fails. */
export async function payInCash(
  { db, attemptKey, earlierKeys }: OrderOwner,
  orderId: string,
  expectedTotal: number | undefined,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('pay_in_cash', {
    p_order_id: orderId,
    p_attempt_key: attemptKey,
    p_earlier_keys: earlierKeys,
    p_expected_total: expectedTotal === undefined ? undefined : Number(toRupees(expectedTotal)),
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
  if (token !== null && isRefusal(token)) return refuse(REFUSALS[token]())
  throw new Error(`The order was not ${change}: ${error.message}`, { cause: error })
}
