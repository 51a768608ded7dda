import { m } from '~/language/messages'
import { takesCards } from '~/payments/payments.server'
import type { Needs } from '~/platform/context.server'

/** Why an order was not placed. */
export interface OrderRefusal {
  /** In words for the shopper. */
  message: string
  /**
   * What the shopper can do: change the cart; check the form, which must not repost the refused values; or retry with the same key, which
   * finds the order if it was placed; or look at the order that the cart has become already.
   */
  remedy: 'cart' | 'form' | 'same attempt' | 'order'
  /** The number of the order that the cart has become. */
  order?: string
  /** Whether the total has changed since the page was shown. */
  isNewTotal?: boolean
  /** After how many seconds the next order is taken. */
  wait?: number
}

const toCart = (message: () => string) => (): OrderRefusal => ({ message: message(), remedy: 'cart' })
const toForm = (message: () => string) => (): OrderRefusal => ({ message: message(), remedy: 'form' })

/** The refusals of the database function `place_order`, by token. */
const REFUSALS = new Map<string, () => OrderRefusal>([
  ['empty_cart', toCart(m.cart_empty)],
  ['cart_changed', toCart(m.checkout_cart_changed)],
  ['cart_differs', toCart(m.checkout_cart_differs)],
  ['promo_refused', toCart(m.checkout_promo_refused)],
  ['price_changed', () => ({ ...toForm(m.checkout_price_changed)(), isNewTotal: true })],
  ['attempt_reused', toForm(m.checkout_attempt_reused)],
  ['too_many_orders_today', toForm(m.checkout_too_many_today)],
  ['too_many_open_orders', toForm(m.checkout_too_many_open_card)],
  ['too_many_unconfirmed_orders', toForm(m.checkout_too_many_unconfirmed_card)],
  ['contact_blocked', toForm(m.checkout_contact_blocked_card)],
  ['country_not_served', toForm(m.checkout_country_not_served)],
  ['invalid_address', toForm(m.checkout_shipping_address)],
  ['invalid_name', toForm(m.checkout_invalid_name)],
  ['invalid_phone', toForm(m.checkout_invalid_phone)],
  ['too_many_unpaid_orders', toForm(m.checkout_too_many_unpaid)],
  ['order_items_failed', toForm(m.checkout_items_failed)],
])

/** Different words if the shop takes no cards. */
const CASH_REFUSALS = new Map([
  ['too_many_open_orders', toForm(m.orders_too_many_open)],
  ['too_many_unconfirmed_orders', toForm(m.orders_too_many_unconfirmed)],
  ['contact_blocked', toForm(m.orders_contact_blocked)],
])

/** The cart isn't the one that the shopper saw. */
export const cartChanged = toForm(m.checkout_not_the_seen_cart)

/** The cart was ordered by another tab, by another device, or by a post whose response was lost. */
export const cartOrdered = (order: string): OrderRefusal => ({
  message: m.checkout_cart_ordered(),
  remedy: 'order',
  order,
})

/** The order may or may not have been placed. */
const uncertain = (): OrderRefusal => ({ message: m.checkout_not_placed(), remedy: 'same attempt' })

/** Returns the refusal for a token of the database function `place_order`; null is a failure without one. */
export function refusalOf(context: Needs<'services'>, token: string | null): OrderRefusal {
  if (token === null) return uncertain()
  const refusal = (takesCards(context) ? undefined : CASH_REFUSALS.get(token)) ?? REFUSALS.get(token) ?? uncertain
  return refusal()
}
