import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { announce } from '~/platform/hydration/in-place'
import { area } from '~/platform/hydration/area'
import { PlaceInArea } from '~/ui/place'
import { BuyForm } from './buy-form'
import { Gallery } from './gallery'
import {
  carriedOf,
  carryChoice,
  putChoice,
  type CarriedChoice,
  type Choice,
  type GalleryPicture,
  type Missing,
} from '~/catalog/product-choice'
import { pageUrl, type ChoiceView } from './product-view'
import { m } from '~/language/messages'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Stars } from '~/ui/stars'
import { priceOf } from '~/catalog/price'
import { OldPrice } from '~/ui/old-price'

interface ChosenProductProps {
  product: ChoiceView
  choice: Choice
  /** The part of the choice that is in the URL and in the page's links. */
  carried: CarriedChoice
  /** Pictures by colour name; under '' if the product has no colours. */
  pictures: Record<string, GalleryPicture[]>
  /** The address of the video, which is shown after them. */
  video?: string
  /** Index of the main picture. */
  picture: number
  /** Sanitised HTML from the operator. */
  assurance: string
  /** The expected arrival in words, the same for everybody. */
  arrival: string | null
  /** What one piece lacks for free delivery, in words. */
  toFree: string | null
  /** The choice that was missing when the product was added. */
  missing: Missing | null
  hasBuyNow?: boolean
}

/** The row of the price above two buttons, by which the first picture of a phone is shorter. */
const TALLER_BAR = { '--row': '1.875rem' } as CSSProperties

/** Renders a product's pictures and choices. React shows a choice at once and puts it in the URL. */
export const ChosenProduct = area('product/chosen-product', Chosen)

function Chosen(props: ChosenProductProps) {
  const { product, pictures, video, assurance, arrival } = props
  const [choice, setChoice] = useState(props.choice)
  const [picture, setPicture] = useState(props.picture)
  const [missing, setMissing] = useState(props.missing)
  const [next, setNext] = useState<string>()
  const [before, setBefore] = useState<string>()
  const hasStepped = useRef(false)

  const carried = choice === props.choice ? props.carried : carriedOf(choice)

  function choose(change: Partial<Choice>): void {
    setChoice((now) => ({ ...now, ...change }))
    if (change.color !== undefined) {
      setPicture(0)
      const image = document.querySelector<HTMLImageElement>('.current img')
      if (image?.naturalWidth) setBefore(image.currentSrc)
    }
    if (missing !== null && change[missing] !== undefined) setMissing(null)
  }

  /** Counts from the latest quantity: clicks from before the hydration are replayed all at once. */
  function step(by: number): void {
    hasStepped.current = true
    setChoice((now) => ({ ...now, quantity: Math.max(1, now.quantity + by) }))
  }

  useEffect(() => {
    if (choice === props.choice) return
    const chosen = carriedOf(choice)
    const url = new URL(window.location.href)
    putChoice(url, chosen)
    for (const transient of ['picture', 'step', 'product', 'slug', 'missing']) url.searchParams.delete(transient)
    window.history.replaceState(window.history.state, '', url)
    carryChoice(product.slug, chosen)
    selectAlert(choice)
    // A typed quantity is read out by its field.
    if (hasStepped.current) announce(m.product_quantity_now({ quantity: choice.quantity }))
    hasStepped.current = false
  }, [choice, props.choice, product.slug])

  const to = (parameters: Record<string, string>) => pageUrl(product, { ...carried, ...parameters })
  return (
    <div className="product" style={props.hasBuyNow ? TALLER_BAR : undefined}>
      <Gallery
        name={product.name}
        pictures={pictures[choice.color ?? ''] ?? []}
        ratio={product.picture_ratio}
        video={video}
        picture={picture}
        to={(index) => to({ picture: String(index + 1) })}
        onChoose={setPicture}
        next={next}
        before={before}
      />
      <div className="stack">
        <ProductHead product={product} reviewsUrl={`${to({ tab: 'ratingReviews' })}#tabs`} />
        <PlaceInArea name="own-size" />
        <BuyForm
          product={product}
          choice={choice}
          choose={choose}
          step={step}
          onColorNear={(color) => setNext(pictures[color]?.[0]?.url)}
          missing={missing}
          onMissing={setMissing}
          sizeGuideUrl={`${to({ tab: 'SizeGuide' })}#tabs`}
          assurance={assurance}
          arrival={arrival}
          hasBuyNow={props.hasBuyNow}
          toFree={props.toFree}
        />
      </div>
    </div>
  )
}

/** Selects the choice in the form of stock alerts, which is outside React, if it is sold out. */
function selectAlert({ color, size }: Choice): void {
  const options = document.querySelectorAll<HTMLOptionElement>('#back-in-stock option')
  const option = Array.from(options).find(({ value }) => value === `${size} in ${color}` || value === size)
  if (option) option.selected = true
}

function ProductHead({ product, reviewsUrl }: { product: ChoiceView; reviewsUrl: string }) {
  const { list, final, percentOff } = priceOf(product)
  const { average_rating: average, review_count: count } = product.ratings
  return (
    <div className="product-head">
      <h1 {...freeText(product.name)}>{product.name}</h1>
      <a className="rating product-rating" href={reviewsUrl}>
        {average === null ? (
          <span className="underline">{m.product_no_ratings()}</span>
        ) : (
          <>
            <Stars rating={average} />
            {` ${average} `}
            <span className="underline">{m.product_reviews_count({ count })}</span>
          </>
        )}
      </a>
      <p className="price">
        {`${formatMoney(final)} `}
        {final < list ? (
          <>
            <OldPrice price={list} />{' '}
            <span className="badge" dir="ltr">
              {`-${percentOff}%`}
            </span>
          </>
        ) : null}
      </p>
      <p className="muted" {...freeText(product.description)}>
        {product.description}
      </p>
    </div>
  )
}
