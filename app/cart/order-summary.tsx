import { m } from '~/language/messages'
import { Sums } from '~/ui/sums'
import type { PricedCart } from './price-cart.server'
import { PromoForm } from './promo-form'

export const CHECKOUT_LINK = 'to-checkout'

/** Renders the sums, the promo code box and the link to the checkout. */
export function OrderSummary({
  cart,
  isSignedIn,
  takesCards,
}: {
  cart: PricedCart
  isSignedIn: boolean
  takesCards: boolean
}) {
  return (
    <section className="panel stack" aria-labelledby="summary-title">
      <h2 className="summary-title" id="summary-title">
        {m.cart_summary()}
      </h2>
      <Sums costs={cart} />
      <PromoForm promo={cart.promo} />
      {cart.canOrder ? (
        <a className="button button-wide" id={CHECKOUT_LINK} href={isSignedIn ? '/checkout' : '/cart?login=required'}>
          {m.cart_to_checkout()}
        </a>
      ) : (
        <p className="notice">{m.cart_marked_lines()}</p>
      )}
      <p className="small muted">{takesCards ? m.cart_card_or_cash() : m.cart_cash_only()}</p>
    </section>
  )
}
