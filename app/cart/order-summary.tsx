import { m } from '~/language/messages'
import { SumList } from '~/sums/sums'
import { checkoutUrl } from './cart'
import type { PricedCart } from './price-cart.server'

export const CHECKOUT_LINK = 'to-checkout'

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
      <SumList sums={cart} />
      <PromoForm promo={cart.promo} />
      {cart.canOrder ? (
        <a className="button button-wide" id={CHECKOUT_LINK} href={checkoutUrl(isSignedIn)}>
          {m.cart_to_checkout()}
        </a>
      ) : (
        <p className="notice">{m.cart_marked_lines()}</p>
      )}
      <p className="small muted">{takesCards ? m.cart_card_or_cash() : m.cart_cash_only()}</p>
    </section>
  )
}

/**
 * Renders the promo code box, or the applied code with a button that removes it. It isn't a `useShopForm`: a code is refused by each
 * pricing of the cart, not by its submission, and the box is in an area.
 */
function PromoForm({ promo }: { promo: PricedCart['promo'] }) {
  return (
    <form className="promo" id="promo" method="post" action="/cart">
      <input type="hidden" name="intent" value="promo" />
      {promo && !promo.problem ? (
        <>
          <p className="applied-code" role="status">
            {m.cart_promo_code()} <b>{promo.code}</b> {m.cart_applied()}
          </p>{' '}
          <button className="link" name="code" value="">
            {m.cart_remove()} <span className="hidden-visually">{m.cart_the_code({ code: promo.code })}</span>
          </button>
        </>
      ) : (
        <CodeField code={promo?.code ?? ''} problem={promo?.problem ?? null} />
      )}
    </form>
  )
}

function CodeField({ code, problem }: { code: string; problem: string | null }) {
  return (
    <>
      <label className="hidden-visually" htmlFor="promo-code">
        {m.cart_promo_code()}
      </label>
      <input
        id="promo-code"
        name="code"
        placeholder={m.cart_add_code()}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        defaultValue={code}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'promo-problem' : undefined}
      />{' '}
      <button className="button button-outline">{m.cart_apply()}</button>{' '}
      <span role="alert" className="error" id="promo-problem">
        {problem}
      </span>
    </>
  )
}
