import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field, SelectField } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import { isOutdated, SideBySide, typedText, type ComparedField } from '../side-by-side'
import type { DeskTestimonial } from './home-rows'
import { testimonialFormSchema } from './home.schema'

interface TestimonialFormProps {
  testimonial: DeskTestimonial
  reply: SubmissionResult | undefined
}

/** The editor of a testimonial. */
export function TestimonialForm({ testimonial, reply }: TestimonialFormProps) {
  const { version, customer_name: name, review_text: text, rating, display_order: place } = testimonial
  const form = useShopForm('testimonial', testimonialFormSchema, reply)
  const isShown = reply ? reply.initialValue?.is_active === 'on' : testimonial.is_active
  return (
    <form className="panel stack" {...form.props} aria-label="Testimonial">
      <ErrorSummary form={form} />
      {isOutdated(reply, version) ? <SideBySide fields={comparedTestimonial(testimonial, reply)} /> : null}
      <input type="hidden" name="version" value={version} />
      <TextArea field={form.field('review_text')} label="What the customer says" defaultValue={text} rows={4} />
      <div className="desk-filters">
        <Field
          field={form.field('customer_name')}
          label="Their name"
          hint="Empty for “Happy Customer”."
          defaultValue={name ?? ''}
          autoComplete="off"
        />
        <SelectField
          field={form.field('rating')}
          label="Stars"
          options={['5', '4', '3', '2', '1']}
          defaultValue={String(rating ?? 5)}
        />
        <Field
          field={form.field('display_order')}
          label="Place"
          hint="Lower numbers come first, then the newest."
          defaultValue={place}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
        />
      </div>
      <label className="check">
        <input type="checkbox" name="is_active" defaultChecked={isShown} /> Shown in the shop
      </label>
      <p>
        <button className="button">Save the testimonial</button>
      </p>
    </form>
  )
}

function comparedTestimonial(row: DeskTestimonial, reply: SubmissionResult | undefined): ComparedField[] {
  return [
    { label: 'What the customer says', typed: typedText(reply, 'review_text'), now: row.review_text },
    { label: 'Their name', typed: typedText(reply, 'customer_name'), now: row.customer_name ?? '' },
    { label: 'Stars', typed: typedText(reply, 'rating'), now: String(row.rating ?? 5) },
    { label: 'Place', typed: typedText(reply, 'display_order'), now: String(row.display_order) },
    { label: 'Shown in the shop', typed: typedText(reply, 'is_active'), now: row.is_active ? 'on' : '' },
  ]
}
