import { useState } from 'react'
import { SubmitButton } from '~/ui/submit-button'
import { stockNote, type Choice } from './product-choice'
import type { ProductView } from './product-view'

interface BuyFormProps {
  product: ProductView
  choice: Choice
  choose: (change: Partial<Choice>) => void
  sizeGuideUrl: string
  /** Sanitised HTML of the operator's own. */
  assurance: string
}

/** Colour, size and quantity, and the way into the cart. One form that the server understands by itself. */
export function BuyForm({ product, choice, choose, sizeGuideUrl, assurance }: BuyFormProps) {
  return (
    <form className="stack" method="post" action="/cart">
      {/* First, so that Enter in the quantity adds to the cart. */}
      <button className="hidden-visually" name="intent" value="add" tabIndex={-1} aria-hidden="true">
        Add to Cart
      </button>
      <input type="hidden" name="product" value={product.id} />
      <input type="hidden" name="slug" value={product.slug} />
      {product.colors.length > 0 ? (
        <fieldset>
          <legend>Color:</legend>
          <div className="choices swatch">
            {product.colors.map(({ name, value }) => (
              <label key={name}>
                <input
                  type="radio"
                  name="color"
                  value={name}
                  checked={name === choice.color}
                  onChange={() => choose({ color: name })}
                />
                <span style={{ background: value }} />
                <small className="hidden-visually">{name}</small>
              </label>
            ))}
            {product.colors.length > 1 ? (
              <button
                className="link show-color"
                formMethod="get"
                formAction={`/product/${product.slug}`}
                name="step"
                value="0"
              >
                Show this color
              </button>
            ) : null}
          </div>
        </fieldset>
      ) : null}
      {product.variants.length > 0 ? (
        <fieldset aria-labelledby="size-label">
          <div className="size-head">
            <span className="label" id="size-label">
              Size
            </span>{' '}
            <a className="link" href={sizeGuideUrl}>
              Size Guide
            </a>
          </div>
          <div className="choices size">
            {product.variants.map((variant) => {
              const note = stockNote(variant)
              return (
                <label key={variant.label}>
                  <input
                    type="radio"
                    name="size"
                    value={variant.label}
                    checked={variant.label === choice.size}
                    onChange={() => choose({ size: variant.label })}
                    disabled={variant.stock === 0}
                  />
                  <span>{variant.label}</span> {note ? <small>{note}</small> : null}
                </label>
              )
            })}
          </div>
          {product.variants.some(({ stock }) => stock === 0) ? (
            <a className="link" href="#back-in-stock">
              Sold out? We mail you when it is back
            </a>
          ) : null}
        </fieldset>
      ) : null}
      {assurance ? <div className="assurance" dangerouslySetInnerHTML={{ __html: assurance }} /> : null}
      <div className="buy-bar">
        <Stepper slug={product.slug} first={choice.quantity} />
        <SubmitButton className="button" name="intent" value="add" busy="Adding…">
          Add to Cart
        </SubmitButton>
      </div>
    </form>
  )
}

/** A number between a minus and a plus; without React these ask the server for the same page with another number. */
function Stepper({ slug, first }: { slug: string; first: number }) {
  const [quantity, setQuantity] = useState(first)
  const step = (by: number) => ({
    name: 'step',
    value: by,
    formMethod: 'get' as const,
    formAction: `/product/${slug}`,
    'data-replay': true,
    onClick: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      setQuantity((now) => Math.max(1, now + by))
    },
  })
  return (
    <div className="stepper" role="group" aria-label="Quantity">
      <button aria-label="One less" {...step(-1)}>
        −
      </button>
      <input
        name="quantity"
        type="number"
        min="1"
        inputMode="numeric"
        aria-label="Quantity"
        value={quantity}
        onChange={(event) => setQuantity(Math.max(1, Math.trunc(Number(event.currentTarget.value)) || 1))}
      />
      <button aria-label="One more" {...step(1)}>
        +
      </button>
    </div>
  )
}
