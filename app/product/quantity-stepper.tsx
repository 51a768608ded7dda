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
    <div className="stepper" role="group" aria-label="Quantity">
      <button aria-label="One less" {...button(-1)}>
        −
      </button>
      <input
        name="quantity"
        type="number"
        min="1"
        inputMode="numeric"
        aria-label="Quantity"
        value={quantity}
        onChange={(event) => choose({ quantity: Math.max(1, Math.trunc(Number(event.currentTarget.value)) || 1) })}
      />
      <button aria-label="One more" {...button(1)}>
        +
      </button>
    </div>
  )
}
