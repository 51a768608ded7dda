import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Cart } from '~/cart/cart'
import { deviceOf } from '~/orders/order'
import { Order, readGuestKeys } from '~/orders/orders.server'
import type { RequestContext } from '~/platform/context.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { toRupees } from '~/platform/money'
import type { Address } from '~/profile/addresses.server'
import type { CheckoutInput } from './checkout.schema'

/** Why an order was not placed, in words for the shopper. */
export class OrderRefused extends Error {
  override name = 'OrderRefused'
  /** Whether looking at the cart again is what helps. */
  leadsToCart: boolean

  constructor(message: string, leadsToCart = false) {
    super(message)
    this.leadsToCart = leadsToCart
  }
}

/**
 * Nobody knows whether the order was placed: the answer never came, or made no sense. The same attempt has to be sent
 * again, with its key, and finds the order if there is one.
 */
export class OrderUncertain extends Error {
  override name = 'OrderUncertain'
}

const REFUSALS: Record<string, OrderRefused> = {
  empty_cart: new OrderRefused('Your cart is empty', true),
  cart_changed: new OrderRefused(
    'Something in your cart can no longer be ordered. Please look at the marked lines.',
    true,
  ),
  promo_refused: new OrderRefused('Your promo code can no longer be used.', true),
  price_changed: new OrderRefused(
    'A price has changed since you saw this page. Please check the total and place the order again.',
  ),
  attempt_reused: new OrderRefused(
    'This order has been placed already, or your cart has changed since. Please check the summary and try again.',
  ),
  too_many_open_orders: new OrderRefused(
    'Three of your cash on delivery orders are still open. Please pay by card, or wait for one to arrive.',
  ),
  invalid_address: new OrderRefused('Please provide a valid shipping address'),
  invalid_phone: new OrderRefused('Please choose or enter an address with a phone number'),
  too_many_unpaid_orders: new OrderRefused(
    'Two of your orders are still waiting for payment. Please pay them, choose cash on delivery, or try again in an hour.',
  ),
  order_items_failed: new OrderRefused('Failed to create order items'),
}

const Placed = Order.extend({ is_repeat: z.boolean() })
export type PlacedOrder = z.infer<typeof Placed>

interface Delivery {
  shipping: Record<string, string | undefined>
  billing: Record<string, string | undefined>
}

/** The addresses of an order, from the form or the chosen saved one. */
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
 * Places the order: one or none, by the database function of the same name. Prices are the database's. Throws
 * OrderRefused with the reason, or OrderUncertain.
 */
export async function placeOrder(
  context: RequestContext,
  request: Request,
  shopper: Shopper | null,
  cart: Cart,
  form: CheckoutInput,
  delivery: Delivery,
  promoCode: string | null,
): Promise<PlacedOrder> {
  const items = cart.lines.map(({ product, size, color, quantity }) => ({ product_id: product, size, color, quantity }))
  const hash = createHash('sha256')
    .update(JSON.stringify([items, delivery, form.payment, form.email, promoCode]))
    .digest('hex')
  // A guest has no token to act with; the server places the order for them.
  const backend = shopper?.db ?? context.backends.operator
  const { data, error } = await backend.rpc('place_order', {
    p_attempt_key: form.attemptKey,
    p_attempt_hash: hash,
    p_items: items,
    p_contact_email: form.email,
    p_shipping_address: delivery.shipping,
    p_billing_address: delivery.billing,
    p_payment_method: form.payment,
    p_device: deviceOf(request.headers.get('user-agent') ?? ''),
    p_expected_total: Number(toRupees(form.expectedTotal)),
    p_promo_code: promoCode ?? undefined,
    ...(shopper ? {} : { p_earlier_keys: Object.values(await readGuestKeys(context, request)) }),
  })
  if (!error) return Placed.parse(data)
  const known = REFUSALS[error.message]
  if (known) throw known
  context.log.error({
    event: 'order not placed',
    requestId: context.requestId,
    code: error.code,
    reason: error.message.slice(0, 200),
  })
  throw new OrderUncertain()
}
