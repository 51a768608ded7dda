import { Flower } from '~/ui/icon'

/** The header of a page where an order is placed: nothing that leads elsewhere but the logo, the cart and help. */
export function CheckoutHeader({ brand = 'Chambeli' }: { brand?: string }) {
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
