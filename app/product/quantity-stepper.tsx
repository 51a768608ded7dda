import { m } from '~/language/messages'
import { readWholeWithin } from '~/platform/whole-number'

interface QuantityStepperProps {
  /** The product's page. Without React the buttons request it with the new quantity. */
  page: string
  quantity: number
  choose: (change: { quantity: number }) => void
  step: (by: number) => void
}

/** Renders the quantity stepper. */
export function QuantityStepper({ page, quantity, choose, step }: QuantityStepperProps) {
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
