import type { SubmissionResult } from '@conform-to/react'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/form-errors'
import { FormToast } from '~/ui/form-toast.area'
import { PhoneField } from '~/ui/phone-field'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'
import { MISSING } from './contact'

/** How long what the form says stays in sight, in milliseconds (document 2, section 9). */
const MISSING_SHOWN = 4_000
const FAILURE_SHOWN = 5_000

/** The contact form: what is wrong stands above it, and with scripts at the top right too. */
export function ContactForm({ reply }: { reply?: SubmissionResult }) {
  const problem = Object.values(reply?.error ?? {})[0]?.[0]
  return (
    <form className="stack" method="post" action="/contact" noValidate data-sending="Sending your message...">
      <ErrorSummary reply={reply} />
      {problem ? <FormToast message={problem} duration={problem === MISSING ? MISSING_SHOWN : FAILURE_SHOWN} /> : null}
      <div className="fields">
        <Field name="firstName" label="First name" autoComplete="given-name" reply={reply} />
        <Field name="lastName" label="Last name (optional)" autoComplete="family-name" reply={reply} />
        <Field name="email" label="E-mail" type="email" autoComplete="email" reply={reply} whole />
        <PhoneField name="phone" label="Phone (optional)" reply={reply} />
        <Field name="subject" label="Subject (optional)" autoComplete="off" maxLength={160} reply={reply} whole />
        <TextArea name="message" label="Message" maxLength={5000} reply={reply} />
      </div>
      <SubmitButton className="button button-wide" busy="Sending...">
        Send Message
      </SubmitButton>
    </form>
  )
}
