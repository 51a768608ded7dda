import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import type { PricedCart } from '~/cart/price-cart.server'
import { SumList } from '~/sums/sums'
import { inCash } from './of-payment'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import { OldPrice } from '~/ui/old-price'

/** Renders the items and the sums (CH-49 to CH-55). */
export function CheckoutSummary({ cart, mayPayByCard }: { cart: PricedCart; mayPayByCard: boolean }) {
  return (
    <>
      <ul className="stack">
        {cart.lines.map((line) => (
          <li className="order-item" key={line.key}>
            <Picture source={line.image} alt="" widths={[160]} sizes="64px" />
            <span>
              <span {...freeText(line.name)}>{line.name}</span>
              <br />
              <span className="muted small">
                {listed([line.size, nameOf('color', line.color)])}
                <br />
                {m.checkout_quantity({ count: line.quantity })}
              </span>
              {line.percentOff > 0 ? (
                <>
                  <br />
                  <span className="badge" dir="ltr">
                    -{line.percentOff}%
                  </span>
                </>
              ) : null}
            </span>{' '}
            <span className="price">
              {formatMoney(line.final * line.quantity)}{' '}
              {line.final < line.list ? <OldPrice price={line.list * line.quantity} /> : null}
            </span>
          </li>
        ))}
      </ul>
      {mayPayByCard && cart.cashIfChosen > 0 ? (
        <>
          <div className="stack if-card">
            <SumList sums={cart} deliveryName={m.checkout_shipping()} />
          </div>
          <div className="stack if-cash">
            <SumList sums={inCash(cart)} deliveryName={m.checkout_shipping()} />
          </div>
        </>
      ) : (
        <SumList sums={cart} deliveryName={m.checkout_shipping()} />
      )}
      <p className="muted small without-delivery">{m.checkout_without_delivery()}</p>
    </>
  )
}

/** Renders the items beside the order button, for phones, where the summary is far up the page. */
export function ReviewItems({ cart: { lines } }: { cart: PricedCart }) {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <details className="review-items">
      <summary>{m.checkout_review_items({ count })}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line.key}>
            <span>
              {line.quantity} × <bdi>{listed([line.name, line.size, nameOf('color', line.color)])}</bdi>
            </span>{' '}
            <span>{formatMoney(line.final * line.quantity)}</span>
          </li>
        ))}
      </ul>
      <a className="link" href="/cart">
        {m.checkout_change_cart()}
      </a>
    </details>
  )
}
