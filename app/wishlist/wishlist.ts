import { elementId } from '~/platform/text'

/**
 * A product on the wishlist. One that was saved without a choice has neither size nor colour; a line of the cart that was saved for later has
 * those of the line, and its quantity.
 */
export interface Wish {
  slug: string
  size: string
  color: string
  quantity: number
}

/** Latest first. */
export type Wishlist = readonly Wish[]

export const MAX_WISHES = 50

type WishId = Omit<Wish, 'quantity'>

const hasChoice = ({ size, color }: WishId) => size !== '' || color !== ''

export function isSameWish(a: WishId, b: WishId): boolean {
  return a.slug === b.slug && a.size === b.size && a.color === b.color
}

export function wishElementId({ slug, size, color }: WishId): string {
  return elementId(...[slug, size, color].filter(Boolean))
}

export function removedWishUrl({ slug, quantity, ...chosen }: Wish): string {
  const parts = { removed: slug, ...chosen, quantity: quantity > 1 ? String(quantity) : '' }
  return `/wishlist?${new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ''))}`
}

/**
 * Returns the wishlist with a wish on top, or null if it is full. One that is already there keeps its place and the larger quantity. A
 * wish without size and colour gives way to those of its product that have them. `change_wishlist` does the same.
 */
export function saveWish(wishlist: Wishlist, wish: Wish): Wishlist | null {
  if (wishlist.some((other) => isSameWish(other, wish))) {
    return wishlist.map((other) =>
      isSameWish(other, wish) ? { ...other, quantity: Math.max(other.quantity, wish.quantity) } : other,
    )
  }
  if (!hasChoice(wish) && wishlist.some(({ slug }) => slug === wish.slug)) return wishlist
  const others = wishlist.filter((other) => other.slug !== wish.slug || hasChoice(other))
  return others.length >= MAX_WISHES ? null : [wish, ...others]
}

/** Returns the wishlist without a wish; without a size and colour, it is without all wishes of the product. */
export function removeWish(wishlist: Wishlist, wish: WishId): Wishlist {
  return wishlist.filter((other) => other.slug !== wish.slug || (hasChoice(wish) && !isSameWish(other, wish)))
}
