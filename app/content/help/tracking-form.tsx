import { m } from '~/language/messages'
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
        label={m.content_number()}
        autoComplete="off"
        autoCapitalize="characters"
        hint={m.content_number_hint()}
      />
      <Field
        field={form.field('contact')}
        label={m.content_e_mail_or_phone()}
        autoComplete="email"
        autoCapitalize="none"
        hint={m.content_contact_hint()}
      />
      <SubmitButton className="button" busy={m.content_tracking()}>
        {m.content_track()}
      </SubmitButton>
    </form>
  )
}
