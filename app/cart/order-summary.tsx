import { Sums } from '~/orders/sums'
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
        Order Summary
      </h2>
      <Sums costs={cart} />
      <PromoForm promo={cart.promo} />
      {cart.canOrder ? (
        <a className="button button-wide" id={CHECKOUT_LINK} href={isSignedIn ? '/checkout' : '/cart?login=required'}>
          Go to Checkout
        </a>
      ) : (
        <p className="notice">Please change or remove the lines marked above before you go on.</p>
      )}
      <p className="small muted">
        {takesCards ? 'Pay by card with PayFast, or in cash on delivery.' : 'Pay in cash on delivery.'}
      </p>
    </section>
  )
}
