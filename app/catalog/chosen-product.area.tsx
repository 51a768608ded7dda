import { useEffect, useState, type MouseEvent } from 'react'
import { area } from '~/platform/hydration/area'
import { PlaceInArea } from '~/ui/place'
import { BuyForm } from './buy-form'
import { Gallery } from './gallery'
import {
  carryChoice,
  productUrl,
  type CarriedChoice,
  type Choice,
  type GalleryPicture,
  type Missing,
} from './product-choice'
import { ProductHead } from './product-head'
import type { ProductView } from './product-view'

interface ChosenProductProps {
  product: ProductView
  choice: Choice
  /** What of it the address holds, and so the links do. */
  carried: CarriedChoice
  /** Up to three pictures of each colour; under '' those of a product without colours. */
  pictures: Record<string, GalleryPicture[]>
  /** Which of them is shown large. */
  picture: number
  /** Sanitised HTML of the operator's own. */
  assurance: string
  /** When it would arrive, for everybody. */
  arrival: string | null
  /** What was still to be chosen when the product was to be added. */
  missing: Missing | null
  /** HTML about the shopper's own size; empty in a page for everybody. */
  ownSize: string
}

/** A product with its pictures and what can be chosen of it; with React a choice shows at once, in the address too. */
export const ChosenProduct = area('catalog/chosen-product', Chosen)

function Chosen(props: ChosenProductProps) {
  const { product, pictures, assurance, arrival } = props
  const [choice, setChoice] = useState(props.choice)
  const [picture, setPicture] = useState(props.picture)
  const [carried, setCarried] = useState(props.carried)
  const [missing, setMissing] = useState(props.missing)

  function choose(change: Partial<Choice>): void {
    const { color, size } = { ...choice, ...change }
    setChoice({ ...choice, ...change })
    setCarried({ ...(color === null ? {} : { color }), ...(size === null ? {} : { size }) })
    if (change.color !== undefined) setPicture(0)
    if (missing !== null && change[missing] !== undefined) setMissing(null)
  }

  /** The link to the shopper's own size chooses it in place, with all else kept. */
  function chooseOwn(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-size]') : null
    if (!link?.dataset.size) return
    event.preventDefault()
    choose({ size: link.dataset.size })
  }

  useEffect(() => {
    if (carried === props.carried) return
    const url = new URL(window.location.href)
    for (const [name, value] of Object.entries(carried)) url.searchParams.set(name, value)
    for (const passing of ['picture', 'step', 'quantity', 'product', 'slug', 'missing'])
      url.searchParams.delete(passing)
    window.history.replaceState(window.history.state, '', url)
    carryChoice(product.slug, carried)
  }, [carried, props.carried, product.slug])

  const to = (parameters: Record<string, string>) => productUrl(product.slug, { ...carried, ...parameters })
  return (
    <div className="product">
      <Gallery
        name={product.name}
        pictures={pictures[choice.color ?? ''] ?? []}
        picture={picture}
        to={(place) => to({ picture: String(place + 1) })}
        onChoose={setPicture}
      />
      <div className="stack">
        <ProductHead product={product} reviewsUrl={`${to({ tab: 'ratingReviews' })}#tabs`} />
        <PlaceInArea name="own-size" html={props.ownSize} onClick={chooseOwn} />
        <BuyForm
          product={product}
          choice={choice}
          choose={choose}
          missing={missing}
          onMissing={setMissing}
          sizeGuideUrl={`${to({ tab: 'SizeGuide' })}#tabs`}
          assurance={assurance}
          arrival={arrival}
        />
      </div>
    </div>
  )
}
