import { priceOf } from '~/catalog/price'
import { formatMoney } from '~/platform/money'
import { SubmitButton } from '~/ui/submit-button'
import type { ChoiceView } from './product-view'

/**
 * Renders the price and button that stick to the bottom of a phone's window. It is the last element of the content, outside its form, so
 * that it stays visible all the way and never covers the footer.
 */
export function BuyBar({ product }: { product: ChoiceView }) {
  return (
    <div className="buy-bar">
      <b>{formatMoney(priceOf(product.price, product.discount).final)}</b>{' '}
      <SubmitButton
        className="button"
        form="buy"
        name="intent"
        value="add"
        busy="Adding…"
        disabled={product.preview !== undefined}
      >
        Add to Cart
      </SubmitButton>
    </div>
  )
}
