import type { SubmissionResult } from '@conform-to/react'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { FormToast } from '~/ui/form-toast.area'
import { PhoneField } from '~/phone/phone-field'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'
import { MISSING_FIELDS } from './contact'
import { contactSchema } from './contact.schema'

/** The durations of toasts in milliseconds (CO-20, CO-30). */
const MISSING_TOAST_MS = 4_000
const FAILURE_TOAST_MS = 5_000

/** The contact form. Its errors are above the form and, with scripts, in a toast. */
export function ContactForm({ reply }: { reply?: SubmissionResult }) {
  const form = useShopForm('contact', contactSchema, reply)
  const problem = form.problems[0]?.message
  return (
    <form className="stack" action="/contact" {...form.props} data-pending="Sending your message...">
      <ErrorSummary form={form} />
      {problem ? (
        <FormToast message={problem} duration={problem === MISSING_FIELDS ? MISSING_TOAST_MS : FAILURE_TOAST_MS} />
      ) : null}
      <div className="fields">
        <Field field={form.field('firstName')} label="First name" autoComplete="given-name" />
        <Field field={form.field('lastName')} label="Last name (optional)" autoComplete="family-name" />
        <Field field={form.field('email')} label="E-mail" type="email" autoComplete="email" whole />
        <PhoneField field={form.field('phone')} country={form.field('phoneCountry')} label="Phone (optional)" />
        <Field field={form.field('subject')} label="Subject (optional)" autoComplete="off" whole />
        <TextArea field={form.field('message')} label="Message" />
      </div>
      <SubmitButton className="button button-wide" busy="Sending...">
        Send Message
      </SubmitButton>
    </form>
  )
}
