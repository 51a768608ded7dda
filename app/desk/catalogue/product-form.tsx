import type { SubmissionResult } from '@conform-to/react'
import { toRupees } from '~/platform/money'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import { ChoiceField } from '../choice-field'
import { isOutdated, SideBySide, storedUnlessRefused } from '../side-by-side'
import { comparedProduct } from './compared-product'
import { featureLines } from './features'
import { localTime } from './local-time'
import type { DeskProduct } from './product-rows'
import { productFormSchema } from './product.schema'
import { FlagTicks } from './flag-ticks'
import { ProductAttributes } from './product-attributes'
import { ProductColors } from './product-colors'

interface ProductFormProps {
  product: DeskProduct
  reply: SubmissionResult | undefined
}

/** What shoppers read of a product: texts, features, price, discount, category, colours, attributes and flags; and its article number. */
export function ProductForm({ product, reply }: ProductFormProps) {
  const form = useShopForm('product', productFormSchema, reply)
  const stored = (value: string | null) => storedUnlessRefused(reply, value)
  return (
    // A form with long texts in Urdu is larger than a form without files may be.
    <form className="panel stack" {...form.props} encType="multipart/form-data" aria-labelledby="product-title">
      <h2 id="product-title">Product</h2>
      <ErrorSummary form={form} />
      {isOutdated(reply, product.version) ? <SideBySide fields={comparedProduct(product, reply)} /> : null}
      <input type="hidden" name="version" value={product.version} />
      <Field field={form.field('name')} label="Name" defaultValue={stored(product.name)} autoComplete="off" />
      <TextArea
        field={form.field('description')}
        label="Description"
        defaultValue={stored(product.description)}
        rows={6}
      />
      <TextArea field={form.field('fit_notes')} label="How it fits" defaultValue={stored(product.fit_notes)} rows={2} />
      <TextArea
        field={form.field('features')}
        label="Features, one in each line, such as Cotton: soft and light"
        defaultValue={stored(featureLines(product.features))}
        rows={5}
      />
      <Price product={product} form={form} stored={stored} />
      <div className="desk-filters">
        <ChoiceField
          field={form.field('category_id')}
          label="Category"
          none="None"
          options={product.categories.map(({ id, name }) => [id, name])}
          defaultValue={stored(product.category_id)}
        />
        <Field
          field={form.field('sku')}
          label="Article number"
          dir="ltr"
          defaultValue={stored(product.sku)}
          autoComplete="off"
        />
      </div>
      <ProductColors product={product} reply={reply} first={form.field('first_color')} />
      <ProductAttributes product={product} reply={reply} />
      <FlagTicks product={product} reply={reply} />
      <p>
        <button className="button" name="intent" value="save">
          Save the product
        </button>
      </p>
    </form>
  )
}

/** Returns what a field shows that isn't in a refused form. */
type Stored = (value: string | null) => string
type ProductFields = ReturnType<typeof useShopForm<typeof productFormSchema>>

function Price({ product, form, stored }: { product: DeskProduct; form: ProductFields; stored: Stored }) {
  const { price, discount, discount_from: from, discount_until: until } = product
  return (
    <div className="desk-filters">
      <Field
        field={form.field('price')}
        label="Price in rupees"
        inputMode="decimal"
        dir="ltr"
        defaultValue={stored(toRupees(price))}
      />
      <Field
        field={form.field('discount')}
        label="Discount in per cent"
        inputMode="decimal"
        dir="ltr"
        defaultValue={stored(String(discount))}
      />
      <Field
        field={form.field('discount_from')}
        label="Discount begins"
        hint="Pakistan’s time; empty for now."
        type="datetime-local"
        defaultValue={stored(from && localTime(from))}
      />
      <Field
        field={form.field('discount_until')}
        label="Discount ends"
        hint="Empty for never."
        type="datetime-local"
        defaultValue={stored(until && localTime(until))}
      />
    </div>
  )
}
