import { Icon } from '~/ui/icon'

/** The cart that stays in reach, counting lines (document 1, section 2; A19). */
export function FloatingCart({ count }: { count: number }) {
  return (
    <a
      className="icon-button floating-cart"
      href="/cart"
      aria-label={`Open cart, ${count} ${count === 1 ? 'line' : 'lines'}`}
    >
      <Icon name="bag" />
      <span className="count">{count}</span>
    </a>
  )
}
