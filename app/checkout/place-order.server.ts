import { createHash } from 'node:crypto'
import type { PostgrestError } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Cart } from '~/cart/cart'
import { cartFingerprint } from '~/cart/cart.server'
import { deviceOf } from '~/orders/order'
import { orderSchema } from '~/orders/order-rows'
import { readGuestKeys } from '~/orders/orders.server'
import { takesCards } from '~/payments/payments.server'
import type { Needs } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { toRupees } from '~/platform/money'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import type { Address } from '~/profile/addresses.server'
import type { CheckoutInput } from './checkout.schema'

/** Why an order was not placed. */
export interface OrderRefusal {
  /** In words for the shopper. */
  message: string
  /**
   * What the shopper can do: change the cart; check the form, which must not repost the refused values; or retry with the same key, which
   * finds the order if it was placed.
   */
  remedy: 'cart' | 'form' | 'same attempt'
  /** Whether the total has changed since the page was shown. */
  isNewTotal?: boolean
}

const toCart = (message: string): OrderRefusal => ({ message, remedy: 'cart' })
const toForm = (message: string): OrderRefusal => ({ message, remedy: 'form' })

const CASH_ORDERS_OPEN = 'Three of your cash on delivery orders are still open.'
const CASH_ORDERS_UNCONFIRMED =
  'Three cash on delivery orders for this phone number are not confirmed yet. Please wait for our call about them'

/** The refusals of the database function `place_order`, by token. */
const REFUSALS = new Map([
  ['empty_cart', toCart('Your cart is empty')],
  ['cart_changed', toCart('Something in your cart can no longer be ordered. Please look at the marked lines.')],
  ['promo_refused', toCart('Your promo code can no longer be used.')],
  [
    'price_changed',
    {
      ...toForm('A price has changed since you saw this page. Please check the total and place the order again.'),
      isNewTotal: true,
    },
  ],
  [
    'attempt_reused',
    toForm(
      'This order has been placed already, or your cart has changed since. Please check the summary and try again.',
    ),
  ],
  ['too_many_open_orders', toForm(`${CASH_ORDERS_OPEN} Please pay by card, or wait for one to arrive.`)],
  ['too_many_unconfirmed_orders', toForm(`${CASH_ORDERS_UNCONFIRMED}, or pay by card.`)],
  ['country_not_served', toForm('We don’t deliver to this country. Please choose another address.')],
  ['invalid_address', toForm('Please provide a valid shipping address')],
  ['invalid_name', toForm('Please choose or enter an address with a name')],
  ['invalid_phone', toForm('Please choose or enter an address with a phone number')],
  [
    'too_many_unpaid_orders',
    toForm(
      'Two of your orders are still waiting for payment. Please pay them, choose cash on delivery, or try again in an hour.',
    ),
  ],
  ['order_items_failed', toForm('Failed to create order items')],
])

/** Different words if the shop takes no cards. */
const CASH_REFUSALS = new Map([
  ['too_many_open_orders', toForm(`${CASH_ORDERS_OPEN} Please wait for one to arrive.`)],
  ['too_many_unconfirmed_orders', toForm(`${CASH_ORDERS_UNCONFIRMED}.`)],
])

/** No cart has this total, so the database refuses the order of a cart that the shopper hasn't seen, unless it was placed before. */
const IMPOSSIBLE_TOTAL = -1
const CART_CHANGED = toForm(
  'Your cart has changed since you saw this page. Please check the summary and place the order again.',
)

const UNCERTAIN: OrderRefusal = { message: 'Failed to create order', remedy: 'same attempt' }

const placedOrderSchema = orderSchema.extend({ is_repeat: z.boolean() })
export type PlacedOrder = z.infer<typeof placedOrderSchema>

interface Delivery {
  shipping: Record<string, string | undefined>
  billing: Record<string, string | undefined>
}

/** Returns an order's addresses, from the form or the chosen saved address. */
export function deliveryOf(form: CheckoutInput, saved: Address | undefined): Delivery {
  const shipping = saved
    ? {
        first_name: saved.first_name,
        last_name: saved.last_name,
        address_line1: saved.address_line1,
        apartment: saved.apartment ?? undefined,
        city: saved.city,
        postal_code: saved.postal_code ?? undefined,
        country: saved.country,
        phone: saved.phone ?? undefined,
      }
    : {
        first_name: form.firstName,
        last_name: form.lastName,
        address_line1: form.address,
        apartment: form.apartment,
        city: form.city,
        postal_code: form.postalCode,
        country: form.country,
        phone: form.phone,
      }
  const different = {
    first_name: form.billingFirstName,
    last_name: form.billingLastName,
    address_line1: form.billingAddress,
    apartment: form.billingApartment,
    city: form.billingCity,
    postal_code: form.billingPostalCode,
    country: form.billingCountry,
  }
  return { shipping, billing: form.billing === 'different' ? different : shipping }
}

/**
 * Places exactly one order or none (database function `place_order`, CH-59), at the database's prices (CH-60). Throws if the response is
 * malformed; then the order may or may not exist.
 */
export async function placeOrder(
  context: Needs<'backends' | 'cookies' | 'log' | 'requestId' | 'services'>,
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
  // Guests have no token, so the service-role client places their orders.
  const backend = shopper?.db ?? serviceClient(context, 'place an order for a guest')
  const { data, error } = await backend.rpc('place_order', {
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
    ...(shopper ? {} : { p_earlier_keys: [...(await readGuestKeys(context, request)).values()] }),
  })
  if (!error) return succeed(placedOrderSchema.parse(data))
  const token = databaseRefusal(error)
  if (token === 'price_changed' && !sawThisCart) return refuse(CART_CHANGED)
  const refusal = refusalOf(context, token)
  if (refusal === UNCERTAIN || token === 'order_items_failed') logFailure(context, token, error)
  return refuse(refusal)
}

function refusalOf(context: Needs<'services'>, token: string | null): OrderRefusal {
  if (token === null) return UNCERTAIN
  return (takesCards(context) ? undefined : CASH_REFUSALS.get(token)) ?? REFUSALS.get(token) ?? UNCERTAIN
}

/** Logs a failed order. Error details are logged for this one token only, since others may hold an address. */
function logFailure({ log, requestId }: Needs<'log' | 'requestId'>, token: string | null, error: PostgrestError): void {
  const details = token === 'order_items_failed' ? error.details?.slice(0, 300) : undefined
  log.error({ event: 'order not placed', requestId, code: error.code, reason: error.message.slice(0, 200), details })
}
