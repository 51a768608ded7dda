import { useState } from 'react'

/** Renders the quantity stepper. Without React its buttons request `page`, the product's, with the new quantity. */
export function QuantityStepper({ page, first }: { page: string; first: number }) {
  const [quantity, setQuantity] = useState(first)
  const step = (by: number) => ({
    name: 'step',
    value: by,
    formMethod: 'get' as const,
    formAction: page,
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
