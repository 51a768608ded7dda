import { Icon } from '~/ui/icon'

/** The cart that stays in reach, counting lines (document 1, section 2; A19). */
export function FloatingCart({ count }: { count: number }) {
  return (
    <a className="icon-button floating-cart" href="/cart">
      <Icon name="bag" label={`Open cart, ${count} ${count === 1 ? 'line' : 'lines'}`} />{' '}
      <span className="count" aria-hidden="true">
        {count}
      </span>
    </a>
  )
}
