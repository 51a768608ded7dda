import { m } from '~/language/messages'
import type { MateView } from '~/catalog/mate-view'
import { Mate, SetChoices } from '~/catalog/set-form'

/** Renders what completes a set with the products of the cart, each with a button that adds it. */
export function CompletingCart({ mates }: { mates: MateView[] }) {
  if (mates.length === 0) return null
  return (
    <section className="section" aria-labelledby="set-title">
      <div className="section-head">
        <h2 id="set-title">{m.cart_complete_the_set()}</h2>
      </div>
      {mates.map((mate) => (
        <form key={mate.id} className="set-form" method="post" action="/cart" aria-label={mate.name}>
          <input type="hidden" name="product" value={mate.id} />
          <input type="hidden" name="slug" value={mate.slug} />
          <Mate mate={mate} />
          <p className="set-choices">
            <SetChoices of="" {...mate} size="" />
          </p>
          <p className="set-sum">
            <button className="button button-outline" name="intent" value="add">
              {m.cart_add_to_cart()} <span className="hidden-visually">{mate.name}</span>
            </button>
          </p>
        </form>
      ))}
    </section>
  )
}
