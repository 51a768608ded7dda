import { m } from '~/language/messages'
import { useContext } from 'react'
import { listed } from '~/language/names'
import { LiteContext } from '~/platform/hydration/lite'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Picture, pictureUrl } from '~/ui/picture'
import { shopRatio, sizeIn } from '~/ui/ratio'
import { Stars } from '~/ui/stars'
import { priceOf } from './price'
import { productUrl } from './product-choice'
import type { CardView } from './card-view'
import { OldPrice } from '~/ui/old-price'

/** Stars of a listing card without ratings (LS-51, decision 8). */
const LISTING_DEFAULT_RATING = 4.5

/** Cards take 44 % of a phone's width, but on narrow ones less is named: 320 pixels look as sharp on 475, at half the bytes. */
const PHONE_SIZES = '(min-width:440px) 44vw, 25vw'

interface ProductCardProps {
  product: CardView
  /** Cards of the listing are larger in the lite version. */
  inListing?: boolean
  /** Shows stars without a rating too. */
  withDefaultStars?: boolean
  isFirst?: boolean
  /** The card's width on phones, for the choice of its picture. */
  phoneSizes?: string
  /** The heading's level, one below the section's heading. */
  heading?: 'h2' | 'h3'
}

export function ProductCard(props: ProductCardProps) {
  return (
    <a className="card" href={cardUrl(props.product)}>
      <CardContent {...props} />
    </a>
  )
}

export function cardUrl(product: CardView, size?: string): string {
  return productUrl(product.slug, cardChoice(product, size))
}

/** Returns the choice that a card leads to: the colour of its picture, and `size`, unless that is sold out. */
export function cardChoice({ color, soldOut }: CardView, size?: string): { color?: string; size?: string } {
  const hasSize = size !== undefined && !soldOut?.includes(size)
  return { ...(color && { color }), ...(hasSize && { size }) }
}

export function CardContent({
  product,
  inListing = false,
  withDefaultStars = false,
  isFirst = false,
  phoneSizes = PHONE_SIZES,
  heading: Heading = 'h3',
}: ProductCardProps) {
  const { list, final, percentOff } = priceOf(product)
  return (
    <>
      <Picture
        source={product.picture}
        focus={product.focus}
        alt=""
        sizes={`(min-width:1024px) 292px, (min-width:600px) 31vw, ${phoneSizes}`}
        isFirst={isFirst}
        liteWidth={inListing ? 320 : 160}
      />
      <SecondPicture picture={product.second} />
      {percentOff > 0 ? (
        <span className="badge" dir="ltr">
          {`-${percentOff}%`}
        </span>
      ) : null}
      <Heading {...freeText(product.name)}>{product.name}</Heading>
      <Rating product={product} withDefaultStars={withDefaultStars} />
      <p className="price">
        {`${formatMoney(final)} `}
        {final < list ? <OldPrice price={list} /> : null}
      </p>
      {product.soldOut ? (
        <p className="muted small">{m.catalog_sold_out_in({ what: listed(product.soldOut) })}</p>
      ) : null}
    </>
  )
}

/** Shows while a pointer rests on the card, and is fetched then. */
function SecondPicture({ picture }: { picture: CardView['second'] }) {
  const isLite = useContext(LiteContext)
  const url = picture && !isLite ? pictureUrl(picture.url, 480, 'webp') : null
  if (!url) return null
  return (
    <img
      className="picture second"
      src={url}
      alt=""
      {...sizeIn(shopRatio())}
      loading="lazy"
      style={{ objectPosition: picture?.focus }}
    />
  )
}

function Rating({
  product: { rating: average, reviews: count },
  withDefaultStars,
}: {
  product: CardView
  withDefaultStars: boolean
}) {
  if (average === null && !withDefaultStars) return <p className="rating">{m.catalog_no_ratings()}</p>
  if (average === null) {
    return (
      <p className="rating">
        <Stars rating={LISTING_DEFAULT_RATING} label={m.catalog_no_ratings()} />
      </p>
    )
  }
  return (
    <p className="rating">
      <Stars rating={average} />
      {`${average} (${count})`}
    </p>
  )
}
