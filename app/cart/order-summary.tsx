import { Sums } from '~/orders/sums'
import type { PricedCart } from './price-cart.server'

/** What the cart costs, the promo box, and the way on. */
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
      <form className="promo" method="post" action="/cart">
        <input type="hidden" name="intent" value="promo" />
        <label className="hidden-visually" htmlFor="promo-code">
          Promo code
        </label>
        <input
          id="promo-code"
          name="code"
          placeholder="Add promo code"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          defaultValue={cart.promo?.code ?? ''}
          aria-describedby={cart.promo?.problem ? 'promo-problem' : undefined}
        />
        <button className="button button-outline">Apply</button>
        {cart.promo?.problem ? (
          <span className="error" id="promo-problem">
            {cart.promo.problem}
          </span>
        ) : null}
      </form>
      {cart.canOrder ? (
        <a className="button button-wide" href={isSignedIn ? '/checkout' : '/cart?login=required'}>
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
