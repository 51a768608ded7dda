import { m } from '~/language/messages'
import { Icon } from '~/ui/icon'
import { CartCount } from './header'

/** Renders a fixed link to the cart with the number of its lines (HM-07, HM-08). */
export function FloatingCart({ count }: { count: number }) {
  return (
    <a className="icon-button floating-cart" href="/cart">
      <Icon name="bag" label={m.shell_open_cart({ count })} /> <CartCount count={count} />
    </a>
  )
}
