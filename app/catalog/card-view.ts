import type { Priced } from './price'
import type { Card } from './product.schema'

/** A product as a card shows it. Kept small, since pages carry it twice: as HTML and as data for React. */
export interface CardView extends Priced {
  name: string
  slug: string
  rating: number | null
  reviews: number
  picture: string | null
  /** The focus point of the picture, if it has one. */
  focus?: string
  /** Another picture of the product as it is shown, for cards of the listing alone. */
  second?: { url: string; focus?: string }
  colors?: { name: string; value: string }[]
  /** The colour in the picture. */
  color?: string
  /** Sizes of the filter that are sold out. */
  soldOut?: string[]
}

/** Returns a product as a card shows it, with the featured picture if there is one (A44). Only cards of the listing need colours. */
export function toCardView(product: Card, { withColors = false } = {}): CardView {
  const {
    name,
    slug,
    price,
    final_price,
    discount,
    ratings,
    media,
    image_url: image,
    in_color: inColor,
    sold_out: soldOut,
  } = product
  const main = media.find(({ is_featured: isFeatured }) => isFeatured) ?? (image ? { url: image } : media[0])
  const { url: picture = null, focus } = (inColor?.url ? inColor : main) ?? {}
  const [, second] = media
  return {
    name,
    slug,
    price,
    final_price,
    discount,
    rating: ratings.average_rating,
    reviews: ratings.review_count,
    picture,
    ...(focus ? { focus } : {}),
    ...(inColor ? { color: inColor.name } : {}),
    ...(soldOut ? { soldOut } : {}),
    ...(withColors && !inColor && second
      ? { second: { url: second.url, ...(second.focus ? { focus: second.focus } : {}) } }
      : {}),
    ...(withColors ? { colors: product.colors.map(({ name: color, value }) => ({ name: color, value })) } : {}),
  }
}
