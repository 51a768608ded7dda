import type { Priced } from './price'
import type { Card } from './product.schema'

/** A product as a card shows it. Kept small, since pages carry it twice: as HTML and as data for React. */
export interface CardView extends Priced {
  name: string
  slug: string
  rating: number | null
  reviews: number
  picture: string | null
  /** Another picture of the product as it is shown, for cards of the listing alone. */
  second?: string
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
  return {
    name,
    slug,
    price,
    final_price,
    discount,
    rating: ratings.average_rating,
    reviews: ratings.review_count,
    picture: inColor?.url ?? media.find(({ is_featured }) => is_featured)?.url ?? image ?? media[0]?.url ?? null,
    ...(inColor ? { color: inColor.name } : {}),
    ...(soldOut ? { soldOut } : {}),
    ...(withColors && !inColor && media[1] ? { second: media[1].url } : {}),
    ...(withColors ? { colors: product.colors.map(({ name: color, value }) => ({ name: color, value })) } : {}),
  }
}
