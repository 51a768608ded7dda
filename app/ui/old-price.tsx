import { m } from '~/language/messages'
import { formatMoney } from '~/platform/money'

/** A price before its discount, in paisa. Most screen readers don't say that a text is struck through. */
export function OldPrice({ price }: { price: number }) {
  return (
    <>
      <span className="hidden-visually">{m.ui_price_before()} </span>
      <s>{formatMoney(price)}</s>
    </>
  )
}
