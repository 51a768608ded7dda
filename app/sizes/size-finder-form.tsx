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
  { unit: 'cm', label: 'Centimetres' },
  { unit: 'in', label: 'Inches' },
]

/** Renders the form with the two measurements. */
export function SizeFinderForm({ reply, product }: SizeFinderFormProps) {
  const form = useShopForm('measures', sizeFinderSchema, reply)
  return (
    <form className="stack panel" action="/size-finder" {...form.props} method="get" aria-label="Your measurements">
      <ErrorSummary form={form} />
      {product ? (
        <>
          <p className="muted">
            For: <bdi>{product.name}</bdi>
          </p>
          <input type="hidden" name="product" value={product.slug} />
        </>
      ) : null}
      <fieldset>
        <legend className="unit-legend">Measured in</legend>
        <div className="choices size">
          {UNITS.map(({ unit, label }) => (
            <label key={unit}>
              <input
                type="radio"
                name="unit"
                value={unit}
                defaultChecked={unit === (form.field('unit').typed ?? 'cm')}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="finder-fields">
        <Field
          field={form.field('underbust')}
          label="Underbust"
          hint="Around your ribs, just below the breasts."
          inputMode="decimal"
          autoComplete="off"
        />
        <Field
          field={form.field('bust')}
          label="Bust"
          hint="Around the fullest part, without pulling."
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <div>
        <button className="button">Find my size</button>
      </div>
    </form>
  )
}
