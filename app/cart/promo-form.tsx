import { m } from '~/language/messages'
import type { PricedCart } from './price-cart.server'

/**
 * Renders the promo code box, or the applied code with a button that removes it. It isn't a `useShopForm`: a code is refused by each
 * pricing of the cart, not by its submission, and the box is in an area.
 */
export function PromoForm({ promo }: { promo: PricedCart['promo'] }) {
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
