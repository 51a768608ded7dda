import { m } from '~/language/messages'
import { nameOf } from '~/language/names'
import { isGone, leftOf, sizeOption, type SizeOption } from '~/catalog/stock'
import { wishElementId, type Wish } from './wishlist'
import type { WishedProduct } from './wishlist.server'

export interface WishView extends Wish {
  elementId: string
  name: string
  picture: string | null
  /** Paisa, before and after the discount. */
  list: number
  final: number
  colors: string[]
  sizes: SizeOption[]
  /** Whether no size of the product is left. */
  isSoldOut: boolean
  /** What has changed since a line was saved for later, or null. */
  problem: WishProblem | null
}

export interface WishProblem {
  message: string
  /** Which choice has to be made anew, if one has. */
  lacks?: 'size' | 'color'
}

export function toWishView({ wish, product }: { wish: Wish; product: WishedProduct }): WishView {
  const { name, media, price, final_price: final, colors, variants, pictures } = product
  return {
    ...wish,
    elementId: wishElementId(wish),
    name,
    picture: pictures[wish.color] ?? media[0]?.url ?? null,
    list: price,
    final,
    colors: colors.map((color) => color.name),
    sizes: variants.map((variant) => sizeOption(variant, wish.color || (colors[0]?.name ?? null))),
    isSoldOut: variants.length > 0 && variants.every(isGone),
    problem: wishProblem(wish, product),
  }
}

function wishProblem({ size, color, quantity }: Wish, { colors, variants }: WishedProduct): WishProblem | null {
  const variant = variants.find(({ label }) => label === size)
  const named = nameOf('color', color)
  if (size && !variant) return { message: m.wishlist_size_not_offered({ size }), lacks: 'size' }
  if (variant && isGone(variant)) return { message: m.wishlist_size_sold_out({ size }), lacks: 'size' }
  if (color && !colors.some(({ name }) => name === color)) {
    return { message: m.wishlist_color_not_offered({ color: named }), lacks: 'color' }
  }
  const left = (variant && leftOf(variant, color)) ?? quantity
  if (left === 0)
    return {
      message: variant?.by_color
        ? m.wishlist_sold_out_in_color({ color: named, size })
        : m.wishlist_sold_out_in_size({ size }),
      lacks: 'size',
    }
  if (left >= quantity) return null
  return {
    message: variant?.by_color
      ? m.wishlist_left_in_color({ left, color: named, size })
      : m.wishlist_left_in_size({ left, size }),
  }
}
