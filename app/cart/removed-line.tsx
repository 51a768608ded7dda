/** The line that was just removed from the cart. */
export interface RemovedLine {
  key: string
  quantity: number
  name: string
  /** Whether it was saved to the wishlist. */
  isLater: boolean
}

/** Says what was removed and offers to undo it. The status element is always in the page, so that screen readers announce the change. */
export function RemovedLineNotice({ removed }: { removed: RemovedLine | null }) {
  return (
    <div role="status">
      {removed ? (
        <form className="notice notice-info left-line" method="post" action="/cart">
          <input type="hidden" name="key" value={removed.key} />
          <input type="hidden" name="quantity" value={removed.quantity} />
          {removed.isLater ? (
            <span>
              Saved <bdi>{removed.name}</bdi> for later in your <a href="/wishlist">wishlist</a>.
            </span>
          ) : (
            <span>
              Removed <bdi>{removed.name}</bdi>.
            </span>
          )}{' '}
          <button className="link" name="intent" value="undo">
            {removed.isLater ? 'Put it back' : 'Undo'}
          </button>
        </form>
      ) : null}
    </div>
  )
}
