import { DEFAULT_BRAND } from '~/platform/text'
import { Flower } from '~/ui/icon'

/** The minimal header of the checkout, with links to the home page, the cart and help only. */
export function CheckoutHeader({ brand = DEFAULT_BRAND }: { brand?: string }) {
  return (
    <header className="header">
      <div className="wrap quiet-header">
        <a className="logo" href="/">
          <Flower />
          {brand}
        </a>{' '}
        <nav aria-label="Checkout">
          <a className="link" href="/cart">
            Back to cart
          </a>{' '}
          <a className="link" href="/contact">
            Help
          </a>
        </nav>
      </div>
    </header>
  )
}
