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
            Promo code <b>{promo.code}</b> applied.
          </p>{' '}
          <button className="link" name="code" value="">
            Remove <span className="hidden-visually">promo code {promo.code}</span>
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
        Promo code
      </label>
      <input
        id="promo-code"
        name="code"
        placeholder="Add promo code"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={40}
        defaultValue={code}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'promo-problem' : undefined}
      />{' '}
      <button className="button button-outline">Apply</button>{' '}
      <span role="alert" className="error" id="promo-problem">
        {problem}
      </span>
    </>
  )
}
