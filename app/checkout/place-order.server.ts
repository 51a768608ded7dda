import { cutText } from '~/platform/text'
import { createHash } from 'node:crypto'
import type { PostgrestError } from '@supabase/supabase-js'
import { z } from 'zod'
import { billingField, eachColumn, type AddressColumns } from '~/address/address-parts'
import type { Cart } from '~/cart/cart'
import { cartFingerprint, readCartKey } from '~/cart/cart.server'
import { deviceOf } from '~/orders/order'
import { orderSchema } from '~/orders/order-rows'
import { readGuestKeys } from '~/orders/orders.server'
import type { Needs } from '~/platform/context.server'
import { declareSlowFunction } from '~/platform/supabase/backend-fetch.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { toRupees } from '~/platform/money'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import type { Address } from '~/profile/addresses.server'
import type { CheckoutInput } from './checkout.schema'
import { ORDERS_PER_NETWORK } from './limits.server'
import { cartChanged, cartOrdered, refusalOf, type OrderRefusal } from './order-refusal.server'

// It writes to many tables.
declareSlowFunction('place_order', 4)

/** No cart has this total, so the database refuses the order of a cart that the shopper hasn't seen, unless it was placed before. */
const IMPOSSIBLE_TOTAL = -1
const placedOrderSchema = orderSchema.extend({ is_repeat: z.boolean() })
export type PlacedOrder = z.infer<typeof placedOrderSchema>

interface Delivery {
  shipping: OrderAddress
  /** Without a phone number, unless it is the delivery address. */
  billing: OrderAddress
}

type OrderAddress = AddressColumns<string | undefined> & { country: string; phone?: string }

/** Returns an order's addresses, from the form or the chosen saved address. */
export function deliveryOf(form: CheckoutInput, saved: Address | undefined): Delivery {
  const shipping: OrderAddress = saved
    ? {
        ...eachColumn((_, column) => saved[column] ?? undefined),
        country: saved.country,
        phone: saved.phone ?? undefined,
      }
    : { ...eachColumn((part) => form[part]), country: form.country, phone: form.phone }
  const different = { ...eachColumn((part) => form[billingField(part)]), country: form.billingCountry }
  return { shipping, billing: form.billing === 'different' ? different : shipping }
}

/**
 * Places exactly one order or none (database function `place_order`, CH-59), at the database's prices (CH-60). Throws if the response is
 * malformed; then the order may or may not exist.
 */
export async function placeOrder(
  context: Needs<
    'backends' | 'cartCookie' | 'clientAddress' | 'cookies' | 'limits' | 'log' | 'requestId' | 'services' | 'settings'
  >,
  request: Request,
  shopper: Shopper | null,
  cart: Cart,
  form: CheckoutInput,
  delivery: Delivery,
): Promise<Result<PlacedOrder, OrderRefusal>> {
  const network = keyOf.network(context)
  const wait = await context.limits.take(ORDERS_PER_NETWORK, network)
  if (wait !== null) return refuse({ message: limitMessage(wait), remedy: 'form', wait })
  const placed = await requestOrder(context, request, shopper, cart, form, delivery)
  if (!placed.ok || placed.value.is_repeat) await context.limits.giveBack(ORDERS_PER_NETWORK, network)
  return placed
}

async function requestOrder(
  context: Needs<'backends' | 'cartCookie' | 'cookies' | 'log' | 'requestId' | 'services'>,
  request: Request,
  shopper: Shopper | null,
  cart: Cart,
  form: CheckoutInput,
  delivery: Delivery,
): Promise<Result<PlacedOrder, OrderRefusal>> {
  const sawThisCart = form.seenCart === undefined || form.seenCart === cartFingerprint(cart)
  const items = cart.lines.map(({ product, size, color, quantity }) => ({ product_id: product, size, color, quantity }))
  const hash = createHash('sha256')
    .update(JSON.stringify([items, delivery, form.payment, form.email, form.promoCode ?? null, form.notes]))
    .digest('hex')
  const { data, error } = await serviceClient(context, 'place an order').rpc('place_order', {
    p_attempt_key: form.attemptKey,
    p_attempt_hash: hash,
    p_items: items,
    p_contact_email: form.email,
    p_shipping_address: delivery.shipping,
    p_billing_address: delivery.billing,
    p_payment_method: form.payment,
    p_device: deviceOf(request.headers.get('user-agent') ?? ''),
    p_expected_total: sawThisCart ? Number(toRupees(form.expectedTotal)) : IMPOSSIBLE_TOTAL,
    p_promo_code: form.promoCode,
    p_notes: form.notes,
    ...(shopper
      ? { p_shopper: shopper.id, p_from_cart: true }
      : { p_earlier_keys: [...(await readGuestKeys(context, request)).values()] }),
  })
  if (!error) return succeed(placedOrderSchema.parse(data))
  const token = databaseRefusal(error)
  // An earlier key than the cart's is that of an older page.
  const isThisCart = token === 'attempt_reused' && form.attemptKey === (await readCartKey(context, request))
  if ((isThisCart || token === 'cart_ordered') && error.details) return refuse(cartOrdered(error.details))
  if (token === 'price_changed' && !sawThisCart) return refuse(cartChanged())
  const refusal = refusalOf(context, token)
  if (refusal.remedy === 'same attempt' || token === 'order_items_failed') logFailure(context, token, error)
  return refuse(refusal)
}

/** Logs a failed order. Error details are logged for this one token only, since others may hold an address. */
function logFailure({ log, requestId }: Needs<'log' | 'requestId'>, token: string | null, error: PostgrestError): void {
  const details = token === 'order_items_failed' && error.details ? cutText(error.details, 300) : undefined
  log.error({ event: 'order not placed', requestId, code: error.code, reason: cutText(error.message, 200), details })
}
