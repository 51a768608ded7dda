import type { SubmissionResult } from '@conform-to/react'
import type { DeskProduct } from './product-rows'

interface ProductAttributesProps {
  product: DeskProduct
  /** Of the refused form, whose ticks are kept. */
  reply: SubmissionResult | undefined
}

/** The values of each attribute, to tick. */
export function ProductAttributes({ product, reply }: ProductAttributesProps) {
  const ticked = reply ? [reply.initialValue?.attribute_values].flat() : product.attribute_values
  return product.attributes.map(({ name, values }) => (
    <fieldset key={name}>
      <legend dir="auto">{name}</legend>
      <div className="desk-buttons">
        {values.map(({ id, name: value }) => (
          <label key={id} className="check">
            <input type="checkbox" name="attribute_values" value={id} defaultChecked={ticked.includes(id)} />{' '}
            <bdi>{value}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  ))
}
