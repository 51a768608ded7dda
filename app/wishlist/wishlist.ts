/** Slugs of products, latest first. */
export type Wishlist = readonly string[]

export const MAX_WISHES = 50

/** Returns the wishlist with a product on top, or null if it is full. A product that is already there keeps its place. */
export function saveWish(wishlist: Wishlist, slug: string): Wishlist | null {
  if (wishlist.includes(slug)) return wishlist
  return wishlist.length >= MAX_WISHES ? null : [slug, ...wishlist]
}

/** Returns the wishlist without a product. */
export function removeWish(wishlist: Wishlist, slug: string): Wishlist {
  return wishlist.filter((other) => other !== slug)
}
