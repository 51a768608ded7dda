import type { PricedCart } from '~/cart/price-cart.server'
import type { Sums } from '~/sums/sums.schema'

/** Returns the sums of a cart that is paid in cash. */
export function inCash({ cashIfChosen: fee, ...cart }: PricedCart): Sums {
  return { ...cart, cash_fee: fee, total_amount: cart.total_amount - cart.cash_fee + fee }
}

/** Renders the totals of both ways of paying, of which styles show that of the chosen one; where they can't, that of a card. */
export function OfPayment({ card, cash }: { card: string; cash: string }) {
  if (card === cash) return card
  return (
    <>
      <span className="if-card">{card}</span>
      <span className="if-cash">{cash}</span>
    </>
  )
}
