import { formatMoney } from '~/platform/money'
import { SubmitButton } from '~/ui/submit-button'
import { priceOf } from './price'
import type { ProductView } from './product-view'

/**
 * The price and the button that stay at the bottom of a phone's window. It is the last part of the page's content, outside
 * of the form it sends, so that it is in sight from the first screen to the last and never lies over the footer.
 */
export function BuyBar({ product }: { product: ProductView }) {
  return (
    <div className="buy-bar">
      <b>{formatMoney(priceOf(product.price, product.discount).final)}</b>{' '}
      <SubmitButton className="button" form="buy" name="intent" value="add" busy="Adding…">
        Add to Cart
      </SubmitButton>
    </div>
  )
}
