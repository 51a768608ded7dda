/** What has just left the cart. */
export interface Left {
  key: string
  quantity: number
  name: string
  /** Whether it went to the wishlist. */
  isLater: boolean
}

/** Says what has left the cart, and offers to bring it back. The status stays in the page, so that what it says is read out. */
export function LeftLine({ left }: { left: Left | null }) {
  return (
    <div role="status">
      {left ? (
        <form className="notice notice-info left-line" method="post" action="/cart">
          <input type="hidden" name="key" value={left.key} />
          <input type="hidden" name="quantity" value={left.quantity} />
          {left.isLater ? (
            <span>
              Saved <bdi>{left.name}</bdi> for later in your <a href="/wishlist">wishlist</a>.
            </span>
          ) : (
            <span>
              Removed <bdi>{left.name}</bdi>.
            </span>
          )}{' '}
          <button className="link" name="intent" value="undo">
            {left.isLater ? 'Put it back' : 'Undo'}
          </button>
        </form>
      ) : null}
    </div>
  )
}
