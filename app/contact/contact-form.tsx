import type { SubmissionResult } from '@conform-to/react'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { FormToast } from '~/ui/form-toast.area'
import { PhoneField } from '~/phone/phone-field'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'
import { MISSING } from './contact'
import { ContactForm as ContactFields } from './contact.schema'

/** How long what the form says stays in sight, in milliseconds (document 2, section 9). */
const MISSING_SHOWN = 4_000
const FAILURE_SHOWN = 5_000

/** The contact form: what is wrong stands above it, and with scripts at the top right too. */
export function ContactForm({ reply }: { reply?: SubmissionResult }) {
  const form = useShopForm('contact', ContactFields, reply)
  const problem = form.problems[0]?.message
  return (
    <form className="stack" action="/contact" {...form.props} data-sending="Sending your message...">
      <ErrorSummary form={form} />
      {problem ? <FormToast message={problem} duration={problem === MISSING ? MISSING_SHOWN : FAILURE_SHOWN} /> : null}
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
