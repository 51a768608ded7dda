import { createHash } from 'node:crypto'
import { z } from 'zod'
import { deviceOf } from '~/orders/order'
import { orderSchema } from '~/orders/order-rows'
import { readGuestKeys } from '~/orders/orders.server'
import type { Needs } from '~/platform/context.server'
import { toRupees } from '~/platform/money'
import { keyOf } from '~/platform/rate-limits.server'
import { declareSlowFunction } from '~/platform/supabase/backend-fetch.server'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { cutText } from '~/platform/text'
import { ORDERS_PER_NETWORK } from './limits.server'
import { isFailure, type OrderDraft, type Refused } from './decide-order'

// It writes to many tables.
declareSlowFunction('place_order', 4)

/** No cart has this total, so the database refuses the order of a cart that the shopper hasn't seen, unless it was placed before. */
const IMPOSSIBLE_TOTAL = -1
const placedOrderSchema = orderSchema.extend({ is_repeat: z.boolean() })
export type PlacedOrder = z.infer<typeof placedOrderSchema>

/** Places an order within the limits; see `requestOrder`. Only orders that are new count. */
export async function placeOrder(
  context: Needs<'backends' | 'clientAddress' | 'cookies' | 'limits' | 'log' | 'requestId' | 'services'>,
  request: Request,
  shopper: Shopper | null,
  draft: OrderDraft,
): Promise<PlacedOrder | Refused> {
  const network = keyOf.network(context)
  const wait = await context.limits.take(ORDERS_PER_NETWORK, network)
  const result =
    wait === null ? await requestOrder(context, request, shopper, draft) : { token: 'too_many_tries', wait }
  if (wait === null && ('token' in result || result.is_repeat))
    await context.limits.giveBack(ORDERS_PER_NETWORK, network)
  return result
}

/**
 * Places exactly one order or none (database function `place_order`, CH-59), at the database's prices (CH-60). Throws if the response is
 * malformed; then the order may or may not exist.
 */
async function requestOrder(
  context: Needs<'backends' | 'cookies' | 'log' | 'requestId' | 'services'>,
  request: Request,
  shopper: Shopper | null,
  { form, cart, delivery, sawThisCart }: OrderDraft,
): Promise<PlacedOrder | Refused> {
  const items = cart.lines.map(({ product, size, color, quantity }) => ({ product_id: product, size, color, quantity }))
  const hash = createHash('sha256')
    .update(JSON.stringify([items, delivery, form.payment, form.email ?? '', form.promoCode ?? null, form.notes]))
    .digest('hex')
  const seenTotal = form.payment === 'cod' ? (form.expectedInCash ?? form.expectedTotal) : form.expectedTotal
  const { data, error } = await serviceClient(context, 'place an order').rpc('place_order', {
    p_attempt_key: form.attemptKey,
    p_attempt_hash: hash,
    p_items: items,
    p_contact_email: form.email ?? '',
    p_shipping_address: delivery.shipping,
    p_billing_address: delivery.billing,
    p_payment_method: form.payment,
    p_device: deviceOf(request.headers.get('user-agent') ?? ''),
    p_expected_total: sawThisCart ? Number(toRupees(seenTotal)) : IMPOSSIBLE_TOTAL,
    p_promo_code: form.promoCode,
    p_notes: form.notes,
    ...(shopper
      ? { p_shopper: shopper.id, p_from_cart: true }
      : { p_earlier_keys: [...(await readGuestKeys(context, request)).values()] }),
  })
  const token = error && databaseRefusal(error)
  if (error && isFailure(token)) {
    // Details are logged for this one token only, since others may hold an address.
    const details = token === 'order_items_failed' && error.details ? cutText(error.details, 300) : undefined
    const reason = cutText(error.message, 200)
    context.log.error({ event: 'order not placed', requestId: context.requestId, code: error.code, reason, details })
  }
  return error ? { token, order: error.details || undefined } : placedOrderSchema.parse(data)
}
