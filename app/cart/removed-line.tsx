import { m } from '~/language/messages'

export interface RemovedLine {
  key: string
  size: string
  color: string
  quantity: number
  name: string
  /** The product, if the line was saved to the wishlist. */
  savedAs: string | null
  /** Whether it left in another tab or on another device. */
  isGone: boolean
}

/** Says what was removed and offers to undo it. The status element is always in the page, so that screen readers announce the change. */
export function RemovedLineNotice({ removed }: { removed: RemovedLine | null }) {
  return (
    <div role="status">
      {removed ? removed.savedAs ? <Saved removed={removed} /> : <Removed removed={removed} /> : null}
    </div>
  )
}

function Removed({ removed: { key, quantity, name, isGone } }: { removed: RemovedLine }) {
  return (
    <form className="notice notice-info left-line" method="post" action="/cart">
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="quantity" value={quantity} />
      <span>
        {isGone ? (
          <>
            <bdi>{name}</bdi> {m.cart_line_gone()}
          </>
        ) : (
          <>
            {m.cart_removed()} <bdi>{name}</bdi>
            {m.cart_removed_after()}
          </>
        )}
      </span>{' '}
      <button className="link" name="intent" value="undo">
        {isGone ? m.cart_put_it_back() : m.cart_undo()}
      </button>
    </form>
  )
}

function Saved({ removed: { savedAs, size, color, quantity, name } }: { removed: RemovedLine }) {
  return (
    <form className="notice notice-info left-line" method="post" action="/wishlist">
      <input type="hidden" name="from" value="/cart" />
      <input type="hidden" name="slug" value={savedAs ?? ''} />
      <input type="hidden" name="size" value={size} />
      <input type="hidden" name="color" value={color} />
      <input type="hidden" name="savedSize" value={size} />
      <input type="hidden" name="savedColor" value={color} />
      <input type="hidden" name="quantity" value={quantity} />
      <span>
        {m.cart_saved()} <bdi>{name}</bdi>
        {m.cart_saved_after()}
        <a href="/wishlist">{m.cart_wishlist()}</a>
        {m.cart_saved_end()}
      </span>{' '}
      <button className="link" name="intent" value="move">
        {m.cart_put_it_back()}
      </button>
    </form>
  )
}
