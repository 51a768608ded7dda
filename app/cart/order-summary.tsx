import { m } from '~/language/messages'
import { moneyInText } from '~/platform/money'
import { SumList } from '~/sums/sums'
import { checkoutUrl } from './cart'
import type { PricedCart } from './price-cart.server'
import { PromoBox } from './promo-box'

export const CHECKOUT_LINK = 'to-checkout'

export function OrderSummary({
  cart,
  notes,
  isSignedIn,
  takesCards,
}: {
  cart: PricedCart
  notes: readonly string[]
  isSignedIn: boolean
  takesCards: boolean
}) {
  return (
    <section className="panel stack" aria-labelledby="summary-title">
      <h2 className="summary-title" id="summary-title">
        {m.cart_summary()}
      </h2>
      <SumList sums={cart} />
      {notes.map((note) => (
        <p className="small" key={note}>
          {note}
        </p>
      ))}
      <PromoForm promo={cart.promo} />
      {cart.canOrder ? (
        <a className="button button-wide" id={CHECKOUT_LINK} href={checkoutUrl(isSignedIn)}>
          {m.cart_to_checkout()}
        </a>
      ) : (
        <p className="notice">{m.cart_marked_lines()}</p>
      )}
      <p className="small muted">{payWords(takesCards, cart.cashIfChosen)}</p>
    </section>
  )
}

function payWords(takesCards: boolean, cashFee: number): string {
  if (!takesCards) return m.cart_cash_only()
  return cashFee > 0 ? m.cart_card_or_cash_for({ fee: moneyInText(cashFee) }) : m.cart_card_or_cash()
}

/** It isn't a `useShopForm`: a code is refused by each pricing of the cart, not by its submission, and the box is in an area. */
function PromoForm({ promo }: { promo: PricedCart['promo'] }) {
  return (
    <form className="promo" id="promo" method="post" action="/cart">
      <input type="hidden" name="intent" value="promo" />
      <PromoBox promo={promo} apply={{}} remove={{ name: 'code', value: '' }} />
    </form>
  )
}
