import type { SubmissionResult } from '@conform-to/react'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/form-errors'
import { SubmitButton } from '~/ui/submit-button'

/** Asks for an order by its number, together with what it was placed with (decision 11). */
export function TrackingForm({ action, reply }: { action: string; reply?: SubmissionResult }) {
  return (
    <form className="panel stack tracking" method="post" action={action} noValidate>
      <ErrorSummary reply={reply} />
      <Field
        name="number"
        label="Order or tracking number"
        autoComplete="off"
        autoCapitalize="characters"
        hint="It is in the mail about your order: ORD-…"
        reply={reply}
      />
      <Field
        name="contact"
        label="E-mail or phone"
        autoComplete="email"
        autoCapitalize="none"
        hint="The one you ordered with."
        reply={reply}
      />
      <SubmitButton className="button" busy="Tracking...">
        Track
      </SubmitButton>
    </form>
  )
}
