import { m } from '~/language/messages'

/** What the shop itself writes into orders, in English, by its text. What somebody typed isn't among it. */
const WRITTEN = new Map<string, () => string>([
  ['Standard Method', m.orders_standard_method],
  ['Payment was cancelled or failed', m.orders_payment_cancelled],
  ['Failed to initiate payment', m.orders_payment_not_initiated],
  ['Payment was not confirmed', m.orders_payment_not_confirmed],
  ['Your payment arrived too late: the order had lapsed and is sold out.', m.orders_payment_too_late],
  ['We could not reach you to confirm this order.', m.orders_not_reached],
  ['Cash on delivery instead of card', m.orders_cash_instead],
  ['Cancelled by the shopper', m.orders_by_shopper],
  ['Changed by the shop', m.orders_by_shop],
])

/** Returns a text of an order in the page's language if the shop wrote it, else as it is. */
export function storedWords(text: string): string {
  const [, reason] = /^Cancelled by the shopper: (.*)$/s.exec(text) ?? []
  return reason ? m.orders_by_shopper_because({ reason }) : (WRITTEN.get(text)?.() ?? text)
}
