import type { SubmissionResult } from '@conform-to/react'
import { trackOrderSchema } from '~/orders/tracking/track-order.schema'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'

/** The form that tracks an order by number and e-mail or phone (HP-25, HP-26). */
export function TrackingForm({ action, reply }: { action: string; reply?: SubmissionResult }) {
  const form = useShopForm('track', trackOrderSchema, reply)
  return (
    <form className="panel stack tracking" action={action} {...form.props}>
      <ErrorSummary form={form} />
      <Field
        field={form.field('number')}
        label="Order or tracking number"
        autoComplete="off"
        autoCapitalize="characters"
        hint="It is in the mail about your order: ORD-…"
      />
      <Field
        field={form.field('contact')}
        label="E-mail or phone"
        autoComplete="email"
        autoCapitalize="none"
        hint="The one you ordered with."
      />
      <SubmitButton className="button" busy="Tracking...">
        Track
      </SubmitButton>
    </form>
  )
}
