/** Slugs of products, the one saved last first. */
export type Wishlist = readonly string[]

/** How many products a wishlist holds. */
export const MOST_WISHES = 50

/** The wishlist with a product on top; null when it is full. One that is there stays where it is. */
export function saveWish(wishlist: Wishlist, slug: string): Wishlist | null {
  if (wishlist.includes(slug)) return wishlist
  return wishlist.length >= MOST_WISHES ? null : [slug, ...wishlist]
}

/** The wishlist without a product. */
export function removeWish(wishlist: Wishlist, slug: string): Wishlist {
  return wishlist.filter((other) => other !== slug)
}
