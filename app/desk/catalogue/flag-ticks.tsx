import type { SubmissionResult } from '@conform-to/react'
import { FLAGS } from './compared-product'
import type { DeskProduct } from './product-rows'

interface TicksProps {
  product: DeskProduct
  /** Of the refused form, whose ticks are kept. */
  reply: SubmissionResult | undefined
}

/** Where the shop shows a product besides its category. */
export function FlagTicks({ product, reply }: TicksProps) {
  return (
    <fieldset>
      <legend>Shown as</legend>
      <div className="desk-buttons">
        {(Object.keys(FLAGS) as (keyof typeof FLAGS)[]).map((flag) => (
          <label key={flag} className="check">
            <input
              type="checkbox"
              name={flag}
              defaultChecked={reply ? reply.initialValue?.[flag] === 'on' : product[flag]}
            />{' '}
            {FLAGS[flag]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
