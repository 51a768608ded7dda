import { m } from '~/language/messages'
import { Icon } from '~/ui/icon'

/** Renders a fixed link to the cart with the number of lines, unless the cart is empty (HM-07, HM-08). */
export function FloatingCart({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <a className="icon-button floating-cart" href="/cart">
      <Icon name="bag" label={m.shell_open_cart({ count })} />{' '}
      <span className="count" aria-hidden="true">
        {count}
      </span>
    </a>
  )
}
