import { useState, type FormEvent } from 'react'
import { formatMoney } from '~/platform/money'
import { ArrivalLine } from '~/delivery/arrival-line'
import { SubmitButton } from '~/ui/submit-button'
import { priceOf } from './price'
import { stockNote, type Choice, type Missing } from './product-choice'
import type { ChoiceView } from './product-view'

interface BuyFormProps {
  product: ChoiceView
  choice: Choice
  choose: (change: Partial<Choice>) => void
  /** The choice that was missing when the product was added. */
  missing: Missing | null
  onMissing: (missing: Missing) => void
  sizeGuideUrl: string
  /** Sanitised HTML from the operator. */
  assurance: string
  /** The expected arrival in words. */
  arrival: string | null
}

/** Renders the form that adds a product to the cart. It works without JavaScript. */
export function BuyForm({
  product,
  choice,
  choose,
  missing,
  onMissing,
  sizeGuideUrl,
  assurance,
  arrival,
}: BuyFormProps) {
  /** Shows a missing choice before submitting; the size is checked first (PD-24, PD-25). */
  function stopIfIncomplete(event: FormEvent<HTMLFormElement>): void {
    const lacks =
      product.variants.length > 0 && choice.size === null
        ? 'size'
        : product.colors.length > 0 && choice.color === null
          ? 'color'
          : null
    if (lacks === null) return
    event.preventDefault()
    onMissing(lacks)
    const form = event.currentTarget
    // Keep clear of the sticky bar on phones.
    form.querySelector(`#choose-${lacks}`)?.scrollIntoView({ block: 'center' })
    form.querySelector<HTMLInputElement>(`input[name=${lacks}]:enabled`)?.focus({ preventScroll: true })
  }
  return (
    <form className="stack" id="buy" method="post" action="/cart" onSubmit={stopIfIncomplete}>
      {/* The first button, so that Enter in the quantity adds to the cart. */}
      <button className="hidden-visually" name="intent" value="add" tabIndex={-1} aria-hidden="true">
        Add to Cart
      </button>
      <input type="hidden" name="product" value={product.id} />
      <input type="hidden" name="slug" value={product.slug} />
      {product.colors.length > 0 ? (
        <fieldset id="choose-color" aria-describedby={missing === 'color' ? 'color-missing' : undefined}>
          <legend>Color:</legend>
          {missing === 'color' ? <MissingNote id="color-missing" text="Please select a color" /> : null}
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
        <fieldset
          id="choose-size"
          aria-labelledby="size-label"
          aria-describedby={missing === 'size' ? 'size-missing' : undefined}
        >
          <div className="size-head">
            <span className="label" id="size-label">
              Size
            </span>{' '}
            <a className="link" href={sizeGuideUrl}>
              Size Guide
            </a>
          </div>
          {missing === 'size' ? <MissingNote id="size-missing" text="Please select a size" /> : null}
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
      <ArrivalLine promise={arrival} />
      {assurance ? <div className="assurance" dangerouslySetInnerHTML={{ __html: assurance }} /> : null}
      <div className="buy">
        <Stepper slug={product.slug} first={choice.quantity} />
        <SubmitButton className="button" name="intent" value="add" busy="Adding…">
          Add to Cart
        </SubmitButton>
      </div>
    </form>
  )
}

/**
 * Renders the price and button that stick to the bottom of a phone's window. It is the last element of the content, outside its form, so
 * that it stays visible all the way and never covers the footer.
 */
export function BuyBar({ product }: { product: ChoiceView }) {
  return (
    <div className="buy-bar">
      <b>{formatMoney(priceOf(product.price, product.discount).final)}</b>{' '}
      <SubmitButton className="button" form="buy" name="intent" value="add" busy="Adding…">
        Add to Cart
      </SubmitButton>
    </div>
  )
}

function MissingNote({ id, text }: { id: string; text: string }) {
  return (
    <p className="notice missing" id={id} role="alert">
      {text}
    </p>
  )
}

/** Renders the quantity stepper. Without React its buttons request the page with the new quantity. */
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
