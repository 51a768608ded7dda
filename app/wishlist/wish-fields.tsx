import type { Wish } from './wishlist'

/** Identifies a wish in a form. The quantity is restored when its removal is undone. */
export function WishFields({ wish: { slug, size, color, quantity } }: { wish: Wish }) {
  return (
    <>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="size" value={size} />
      <input type="hidden" name="color" value={color} />
      <input type="hidden" name="quantity" value={quantity} />
    </>
  )
}
