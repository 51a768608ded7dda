import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import { BANNER_KINDS, type BannerKind } from './banner-kinds'
import { newBannerSchema, newTestimonialSchema } from './home.schema'

interface NewBannerFormProps {
  kind: BannerKind
  reply: SubmissionResult | undefined
}

/** Makes a banner, which is shown once it is complete. */
export function NewBannerForm({ kind, reply }: NewBannerFormProps) {
  const form = useShopForm(`new-${kind}`, newBannerSchema, reply)
  const { name } = BANNER_KINDS[kind]
  return (
    <form className="stack" {...form.props} aria-label={`New: ${name}`}>
      <ErrorSummary form={form} />
      <input type="hidden" name="kind" value={kind} />
      <div className="desk-filters">
        <Field field={form.field('title')} label={`New text for: ${name}`} autoComplete="off" />
        <button className="button button-outline" name="intent" value="banner">
          Make it
        </button>
      </div>
    </form>
  )
}

/** Makes a testimonial, which isn't shown yet. */
export function NewTestimonialForm({ reply }: { reply: SubmissionResult | undefined }) {
  const form = useShopForm('new-testimonial', newTestimonialSchema, reply)
  return (
    <form className="stack" {...form.props} aria-label="New testimonial">
      <ErrorSummary form={form} />
      <TextArea field={form.field('review_text')} label="What a new customer says" rows={2} />
      <div className="desk-filters">
        <Field field={form.field('customer_name')} label="Their name" autoComplete="off" />
        <button className="button button-outline" name="intent" value="testimonial">
          Make the testimonial
        </button>
      </div>
    </form>
  )
}
