import { m } from '~/language/messages'
import type { FormEvent } from 'react'
import type { Choice, Missing } from '~/catalog/product-choice'
import { isGoneIn, leftOf } from '~/catalog/stock'
import { ArrivalLine } from '~/delivery/arrival-line'
import { formatMoney } from '~/platform/money'
import { SubmitButton } from '~/ui/submit-button'
import { ColorChoice, SizeChoice } from './choice-fields'
import { pageUrl, type ChoiceView } from './product-view'
import { readWholeWithin } from '~/platform/whole-number'

interface BuyFormProps {
  product: ChoiceView
  choice: Choice
  choose: (change: Partial<Choice>) => void
  step: (by: number) => void
  /** Called once a colour is touched, hovered or focused. */
  onColorNear: (color: string) => void
  /** The choice that was missing when the product was added. */
  missing: Missing | null
  onMissing: (missing: Missing) => void
  sizeGuideUrl: string
  /** Sanitised HTML from the operator. */
  assurance: string
  /** The expected arrival in words. */
  arrival: string | null
  /** Whether a second button goes straight to the checkout. */
  hasBuyNow?: boolean
  /** What one piece lacks for free delivery, in words. */
  toFree: string | null
}

/**
 * Renders the form that adds a product to the cart, which works without JavaScript. While all sizes are sold out in the chosen colour it offers
 * colours and sizes only: the form of stock alerts follows it.
 */
export function BuyForm({
  product,
  choice,
  choose,
  step,
  onColorNear,
  missing,
  onMissing,
  sizeGuideUrl,
  assurance,
  arrival,
  hasBuyNow,
  toFree,
}: BuyFormProps) {
  /** Shows a missing choice before submitting; the size is checked first (PD-24, PD-25). */
  function stopIfIncomplete(event: FormEvent<HTMLFormElement>): void {
    // The heart (catalog/heart.tsx) saves a choice that isn't complete.
    if ((event.nativeEvent as SubmitEvent).submitter?.hasAttribute('formaction')) return
    const size = product.variants.find(({ label }) => label === choice.size)
    const lacks =
      product.variants.length > 0 && (!size || leftOf(size, choice.color) === 0)
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
  const isPreview = product.preview !== undefined
  const isGone = isGoneIn(product.variants, choice.color)
  return (
    <form
      className="stack"
      id="buy"
      method={isPreview ? 'get' : 'post'}
      action={isPreview ? pageUrl(product) : '/cart'}
      onSubmit={stopIfIncomplete}
    >
      {isGone ? null : <FirstButton isPreview={isPreview} />}
      <input type="hidden" name="product" value={product.id} />
      <input type="hidden" name="slug" value={product.slug} />
      <ColorChoice
        product={product}
        choice={choice}
        choose={choose}
        isMissing={missing === 'color'}
        onNear={onColorNear}
      />
      <SizeChoice
        product={product}
        choice={choice}
        choose={choose}
        isMissing={missing === 'size'}
        sizeGuideUrl={sizeGuideUrl}
      />
      {isGone ? null : (
        <>
          <ArrivalLine promise={arrival} />
          {toFree ? <p className="small muted">{toFree}</p> : null}
          {assurance ? <div className="assurance" dangerouslySetInnerHTML={{ __html: assurance }} /> : null}
          <div className="buy">
            <QuantityStepper page={pageUrl(product)} quantity={choice.quantity} choose={choose} step={step} />
            {/* On phones it sticks to the bottom of the window, the price in a row of its own above two buttons. */}
            <div className="buy-bar">
              <b style={hasBuyNow ? { flexBasis: '100%' } : undefined}>{formatMoney(product.final_price)}</b>{' '}
              <SubmitButton className="button" name="intent" value="add" busy={m.product_adding()} disabled={isPreview}>
                {m.product_add_to_cart()}
              </SubmitButton>
              {hasBuyNow ? (
                <>
                  {' '}
                  <SubmitButton
                    className="button button-outline"
                    name="intent"
                    value="buy"
                    busy={m.product_adding()}
                    disabled={isPreview}
                  >
                    {m.product_buy_now()}
                  </SubmitButton>
                </>
              ) : null}
            </div>
          </div>
        </>
      )}
    </form>
  )
}

/** The form's first button, so that Enter in the quantity adds to the cart. */
function FirstButton({ isPreview }: { isPreview: boolean }) {
  return (
    <button className="hidden-visually" name="intent" value="add" tabIndex={-1} aria-hidden="true" disabled={isPreview}>
      {m.product_add_to_cart()}
    </button>
  )
}

interface QuantityStepperProps {
  /** The product's page. Without React the buttons request it with the new quantity. */
  page: string
  quantity: number
  choose: (change: { quantity: number }) => void
  step: (by: number) => void
}

function QuantityStepper({ page, quantity, choose, step }: QuantityStepperProps) {
  const button = (by: number) => ({
    name: 'step',
    value: by,
    formMethod: 'get' as const,
    formAction: page,
    'data-replay': true,
    onClick: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      step(by)
    },
  })
  return (
    <div className="stepper" role="group" aria-label={m.product_quantity()}>
      <button aria-label={m.product_one_less()} {...button(-1)}>
        −
      </button>
      <input
        name="quantity"
        type="number"
        min="1"
        inputMode="numeric"
        aria-label={m.product_quantity()}
        value={quantity}
        onChange={(event) => choose({ quantity: readWholeWithin(event.currentTarget.value, 1, Infinity) })}
      />
      <button aria-label={m.product_one_more()} {...button(1)}>
        +
      </button>
    </div>
  )
}
