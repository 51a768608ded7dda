import type { SubmissionResult } from '@conform-to/react'
import { toRupees } from '~/platform/money'
import { ErrorSummary } from '~/ui/error-summary'
import { Field, FieldError } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import { isOutdated, SideBySide } from '../side-by-side'
import { comparedProduct } from './compared-product'
import { localTime } from './local-time'
import type { DeskProduct } from './product-rows'
import { productFormSchema } from './product.schema'
import { ColorTicks, FlagTicks } from './product-ticks'

interface ProductFormProps {
  product: DeskProduct
  reply: SubmissionResult | undefined
}

/** What shoppers read of a product: texts, price, discount, category, colours and flags. */
export function ProductForm({ product, reply }: ProductFormProps) {
  const form = useShopForm('product', productFormSchema, reply)
  return (
    // A form with long texts in Urdu is larger than a form without files may be.
    <form className="panel stack" {...form.props} encType="multipart/form-data" aria-labelledby="product-title">
      <h2 id="product-title">Product</h2>
      <ErrorSummary form={form} />
      {isOutdated(reply, product.version) ? <SideBySide fields={comparedProduct(product, reply)} /> : null}
      <input type="hidden" name="version" value={product.version} />
      <Field field={form.field('name')} label="Name" defaultValue={product.name} autoComplete="off" />
      <TextArea field={form.field('description')} label="Description" defaultValue={product.description} rows={6} />
      <TextArea field={form.field('fit_notes')} label="How it fits" defaultValue={product.fit_notes ?? ''} rows={2} />
      <Price product={product} form={form} />
      <Category product={product} field={form.field('category_id')} />
      <ColorTicks product={product} reply={reply} />
      <FlagTicks product={product} reply={reply} />
      <p>
        <button className="button" name="intent" value="save">
          Save the product
        </button>
      </p>
    </form>
  )
}

type ProductFields = ReturnType<typeof useShopForm<typeof productFormSchema>>

function Price({ product, form }: { product: DeskProduct; form: ProductFields }) {
  const { price, discount, discount_from: from, discount_until: until } = product
  return (
    <div className="desk-filters">
      <Field
        field={form.field('price')}
        label="Price in rupees"
        inputMode="decimal"
        dir="ltr"
        defaultValue={toRupees(price)}
      />
      <Field
        field={form.field('discount')}
        label="Discount in per cent"
        inputMode="decimal"
        dir="ltr"
        defaultValue={String(discount)}
      />
      <Field
        field={form.field('discount_from')}
        label="Discount begins"
        hint="Pakistan’s time; empty for now."
        type="datetime-local"
        defaultValue={from ? localTime(from) : ''}
      />
      <Field
        field={form.field('discount_until')}
        label="Discount ends"
        hint="Empty for never."
        type="datetime-local"
        defaultValue={until ? localTime(until) : ''}
      />
    </div>
  )
}

function Category({ product, field }: { product: DeskProduct; field: ReturnType<ProductFields['field']> }) {
  return (
    <div className="field">
      <label htmlFor={field.id}>Category</label>
      <select id={field.id} name={field.name} defaultValue={field.typed ?? product.category_id ?? ''}>
        <option value="">None</option>
        {product.categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <FieldError field={field} />
    </div>
  )
}
