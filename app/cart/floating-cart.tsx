import { Icon } from '~/ui/icon'

/** A link to the cart that stays in reach while there is something in it, with the number of lines (HM-07, HM-08). */
export function FloatingCart({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <a className="icon-button floating-cart" href="/cart">
      <Icon name="bag" label={`Open cart, ${count} ${count === 1 ? 'line' : 'lines'}`} />{' '}
      <span className="count" aria-hidden="true">
        {count}
      </span>
    </a>
  )
}
