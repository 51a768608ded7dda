import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { newProductSchema } from './product.schema'

/** Makes a draft, whose page then asks for everything else. */
export function NewProductForm({ reply }: { reply: SubmissionResult | undefined }) {
  const form = useShopForm('new-product', newProductSchema, reply)
  return (
    <form className="panel stack" {...form.props} action="/desk/products" aria-labelledby="new-product-title">
      <h2 id="new-product-title">New product</h2>
      <ErrorSummary form={form} />
      <div className="desk-filters">
        <Field field={form.field('name')} label="Name" autoComplete="off" />
        <Field field={form.field('price')} label="Price in rupees" inputMode="decimal" dir="ltr" autoComplete="off" />
        <button className="button">Make a draft</button>
      </div>
    </form>
  )
}
