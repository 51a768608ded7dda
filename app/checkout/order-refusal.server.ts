import { CASH_ORDERS_BLOCKED, CASH_ORDERS_OPEN, CASH_ORDERS_UNCONFIRMED } from '~/orders/order-changes.server'
import { takesCards } from '~/payments/payments.server'
import type { Needs } from '~/platform/context.server'

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
  /** After how many seconds the next order is taken. */
  wait?: number
}

const toCart = (message: string): OrderRefusal => ({ message, remedy: 'cart' })
const toForm = (message: string): OrderRefusal => ({ message, remedy: 'form' })

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
  [
    'too_many_orders_today',
    toForm('You have placed as many orders as we take in a day. Please order again tomorrow, or call us.'),
  ],
  ['too_many_open_orders', toForm(`${CASH_ORDERS_OPEN} Please pay by card, or wait for one to arrive.`)],
  ['too_many_unconfirmed_orders', toForm(`${CASH_ORDERS_UNCONFIRMED}, or pay by card.`)],
  ['contact_blocked', toForm(`${CASH_ORDERS_BLOCKED}, or pay by card.`)],
  ['country_not_served', toForm('We don’t deliver to this country. Please choose another address.')],
  ['invalid_address', toForm('Please provide a valid shipping address')],
  ['invalid_name', toForm('Please choose or enter an address with a name')],
  ['invalid_phone', toForm('Please choose or enter an address with a phone number')],
  [
    'too_many_unpaid_orders',
    toForm(
      'Some of your orders are still waiting for payment. Please pay them, choose cash on delivery, or try again in an hour.',
    ),
  ],
  ['order_items_failed', toForm('Failed to create order items')],
])

/** Different words if the shop takes no cards. */
const CASH_REFUSALS = new Map([
  ['too_many_open_orders', toForm(`${CASH_ORDERS_OPEN} Please wait for one to arrive.`)],
  ['too_many_unconfirmed_orders', toForm(`${CASH_ORDERS_UNCONFIRMED}.`)],
  ['contact_blocked', toForm(`${CASH_ORDERS_BLOCKED}.`)],
])

/** The cart isn't the one that the shopper saw. */
export const CART_CHANGED = toForm(
  'Your cart has changed since you saw this page. Please check the summary and place the order again.',
)

/** The order may or may not have been placed. */
export const UNCERTAIN: OrderRefusal = { message: 'Failed to create order', remedy: 'same attempt' }

/** Returns the refusal for a token of the database function `place_order`; null is a failure without one. */
export function refusalOf(context: Needs<'services'>, token: string | null): OrderRefusal {
  if (token === null) return UNCERTAIN
  return (takesCards(context) ? undefined : CASH_REFUSALS.get(token)) ?? REFUSALS.get(token) ?? UNCERTAIN
}
