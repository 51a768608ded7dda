import type { ButtonHTMLAttributes } from 'react'
import { m } from '~/language/messages'
import type { PricedCart } from './price-cart.server'

type Button = Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'name' | 'value' | 'formAction'>

interface PromoBoxProps {
  promo: PricedCart['promo']
  /** What the buttons post, that of a new code and that which removes the applied one. */
  apply: Button
  remove: Button
}

/** Renders the field of a promo code with why the last one wasn't taken, or the applied code with a button that removes it. */
export function PromoBox({ promo, apply, remove }: PromoBoxProps) {
  if (!promo || promo.problem)
    return <CodeField code={promo?.code ?? ''} problem={promo?.problem ?? null} apply={apply} />
  return (
    <>
      <p className="applied-code" role="status">
        {m.cart_promo_code()} <b>{promo.code}</b> {m.cart_applied()}
      </p>{' '}
      <button className="link" {...remove}>
        {m.cart_remove()} <span className="hidden-visually">{m.cart_the_code({ code: promo.code })}</span>
      </button>
    </>
  )
}

function CodeField({ code, problem, apply }: { code: string; problem: string | null; apply: Button }) {
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
      <button className="button button-outline" {...apply}>
        {m.cart_apply()}
      </button>{' '}
      {problem ? (
        <span role="alert" className="error" id="promo-problem">
          {problem}
        </span>
      ) : null}
    </>
  )
}
