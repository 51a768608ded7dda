import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import type { ReactNode } from 'react'
import type { SubmissionResult } from '@conform-to/react'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { sizeFinderSchema } from './size-finder.schema'

interface SizeFinderFormProps {
  reply: SubmissionResult
  /** The bra that the finder was opened from. */
  product: { name: string; slug: string } | null
}

const UNITS = [
  { unit: 'cm', label: m.sizes_centimetres },
  { unit: 'in', label: m.sizes_inches },
]

export function SizeFinderForm({ reply, product }: SizeFinderFormProps) {
  const form = useShopForm('measures', sizeFinderSchema, reply)
  return (
    <form
      className="stack panel"
      action="/size-finder"
      {...form.props}
      method="get"
      aria-label={m.sizes_your_measurements()}
    >
      <ErrorSummary form={form} />
      {product ? (
        <>
          <p className="muted">
            <ParaglideMessage message={m.sizes_for} inputs={product} markup={{ name: Name }} />
          </p>
          <input type="hidden" name="product" value={product.slug} />
        </>
      ) : null}
      <fieldset>
        <legend className="unit-legend">{m.sizes_measured_in()}</legend>
        <div className="choices size">
          {UNITS.map(({ unit, label }) => (
            <label key={unit}>
              <input
                type="radio"
                name="unit"
                value={unit}
                defaultChecked={unit === (form.field('unit').typed ?? 'cm')}
              />
              <span>{label()}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="finder-fields">
        <Field
          field={form.field('underbust')}
          label={m.sizes_underbust()}
          hint={m.sizes_underbust_hint()}
          inputMode="decimal"
          autoComplete="off"
        />
        <Field
          field={form.field('bust')}
          label={m.sizes_bust()}
          hint={m.sizes_bust_hint()}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <div>
        <button className="button">{m.sizes_find_my_size()}</button>
      </div>
    </form>
  )
}

const Name = ({ children }: { children?: ReactNode }) => <bdi>{children}</bdi>
