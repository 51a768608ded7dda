import type { Card } from './product.schema'

/** What a card shows of a product, and no byte more: pages carry it twice, as HTML and as data for React. */
export interface CardView {
  name: string
  slug: string
  /** Rupees, before the discount. */
  price: number
  /** Percent. */
  discount: number
  rating: number | null
  reviews: number
  picture: string | null
  /** Another picture of the product as it is shown, for cards of the listing alone. */
  second?: string
  colors?: { name: string; value: string }[]
  /** The colour that it is shown in. */
  color?: string
  /** Sizes that were asked for and are sold out. */
  soldOut?: string[]
}

/** A product as a card. The featured picture first (A44); colours for cards of the listing alone. */
export function toCardView(product: Card, { withColors = false } = {}): CardView {
  const {
    name,
    slug,
    price,
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
