import { restToPay } from '~/orders/order'
import type { Order } from '~/orders/order-rows'
import type { Needs, Reporting } from '~/platform/context.server'
import { toRupees } from '~/platform/money'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { describeError } from '~/platform/log.server'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Shopper } from '~/platform/supabase/session.server'
import type { PaymentForm } from './payment-provider'

/** The failure reasons of a payment (PY-34, PY-40). */
export const FAILURES = {
  cancelled: 'Payment was cancelled or failed',
  notStarted: 'Failed to initiate payment',
} as const

const NOT_STARTED = [
  'no_such_order',
  'not_payable',
  'sold_out',
  'promo_used_up',
  'too_many_payments',
  'too_many_unpaid_orders',
] as const

/** Why a payment was not started, by the tokens of `start_payment`. */
export type PaymentRefusal = (typeof NOT_STARTED)[number]

/** The payer: a shopper, or a guest with the order's key. */
export type Payer =
  | (Shopper & { attemptKey?: undefined; earlierKeys?: undefined })
  | { db: Backend; attemptKey: string; earlierKeys: string[] }

/** Returns a guest as payer. `earlierKeys` are the keys of all guest orders of their browser. */
export function guestPayer({ backends }: Needs<'backends'>, attemptKey: string, earlierKeys: string[] = []): Payer {
  return { db: backends.anonymous, attemptKey, earlierKeys }
}

/** Starts a card payment or starts it again. Throws if the database fails. */
export async function startPayment(payer: Payer, orderId: string): Promise<Result<null, PaymentRefusal>> {
  const { error } = await payer.db.rpc('start_payment', {
    p_order_id: orderId,
    p_attempt_key: payer.attemptKey,
    p_earlier_keys: payer.earlierKeys,
  })
  if (!error) return succeed(null)
  const token = databaseRefusal(error)
  const refusal = NOT_STARTED.find((known) => known === token)
  if (refusal) return refuse(refusal)
  throw new Error(`Payment not started: ${error.message}`, { cause: error })
}

/** Marks the payer's unpaid order as failed; other orders stay unchanged (PY-35). Returns whether it was changed. */
export async function failPayment(
  payer: Payer,
  orderId: string,
  reason: (typeof FAILURES)[keyof typeof FAILURES],
): Promise<boolean> {
  const { data, error } = await payer.db.rpc('fail_payment', {
    p_order_id: orderId,
    p_reason: reason,
    p_attempt_key: payer.attemptKey,
  })
  if (error) throw new Error(`Payment not marked: ${error.message}`, { cause: error })
  return data
}

export function takesCards({ services }: Needs<'services'>): boolean {
  return services.payments !== null
}

/** Returns the online payment methods in words, or null if there are none. */
export function paymentMeans({ services }: Needs<'services'>): string | null {
  return services.payments?.accepts ?? null
}

/** Returns what of an order can be paid by card now: all of an unpaid one, or what a paid one costs more since it was changed. */
export const amountToPay = (order: Order) => (order.status === 'PaymentPending' ? order.total_amount : restToPay(order))

/** Prepares the payment form of an order. Returns null if the shop takes no cards or the provider can't take a payment now. */
export async function paymentForm(
  context: Needs<'backends' | 'services' | 'settings' | Reporting>,
  order: Order,
): Promise<PaymentForm | null> {
  const { settings, services } = context
  const { payments } = services
  if (!payments) return null
  const origin = settings.PUBLIC_URL
  const amount = toRupees(amountToPay(order))
  const isGuest = order.user_id === null
  const back = (outcome: string) =>
    isGuest
      ? `${origin}/checkout/placed/${order.order_id}?payment=${outcome}`
      : `${origin}/profile/active-orders/payment-${outcome}?order=${order.order_id}`
  const form = await payments.form({
    returnUrl: back('success'),
    cancelUrl: back('failed'),
    notifyUrl: `${origin}/api/${payments.name}-notify`,
    firstName: order.shipping_address.first_name ?? '',
    lastName: order.shipping_address.last_name ?? '',
    email: order.contact_email ?? '',
    phone: order.contact_phone ?? '',
    reference: isGuest ? `guest-${order.order_id}` : order.order_id,
    orderId: order.id,
    shopper: order.user_id ?? 'guest',
    amount,
    orderedAt: order.created_at,
  })
  return form && (await issueBasket(context, payments.name, order, { ...form, amount })) ? form : null
}

/** Stores what a form without a signed amount is for. Returns false if that fails: then its payment couldn't be judged. */
async function issueBasket(
  context: Needs<'backends' | Reporting>,
  provider: string,
  order: Order,
  { basket, amount }: PaymentForm & { amount: string },
): Promise<boolean> {
  if (!basket) return true
  const { error } = await serviceClient(context, 'record a payment').rpc('issue_basket', {
    p_order: order.id,
    p_provider: provider,
    p_basket: basket,
    p_amount: Number(amount),
  })
  if (error)
    context.log.error({ event: 'payment form not stored', requestId: context.requestId, ...describeError(error) })
  return !error
}
