import { m } from '~/language/messages'
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
        <nav aria-label={m.shell_checkout()}>
          <a className="link" href="/cart">
            {m.shell_back_to_cart()}
          </a>{' '}
          <a className="link" href="/contact">
            {m.shell_help()}
          </a>
        </nav>
      </div>
    </header>
  )
}
