import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import type { PricedCart } from '~/cart/price-cart.server'
import { formatMoney } from '~/platform/money'

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
