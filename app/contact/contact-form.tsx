import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { FormToast } from '~/ui/form-toast.area'
import { PhoneField } from '~/phone/phone-field'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'
import { contactSchema, MISSING } from './contact.schema'

/** The durations of toasts in milliseconds (CO-20, CO-30). */
const MISSING_TOAST_MS = 4_000
const FAILURE_TOAST_MS = 5_000

/** The contact form. Its errors are at the fields, above the form and, with scripts, in a toast; those two say once what is missing. */
export function ContactForm({ reply }: { reply?: SubmissionResult }) {
  const form = useShopForm('contact', contactSchema, reply)
  const missing = new Set<string>(Object.values(MISSING).map((words) => words()))
  const problems = form.problems.map((one) =>
    missing.has(one.message) ? { ...one, message: m.contact_missing() } : one,
  )
  const problem = problems[0]?.message
  return (
    <form className="stack" action="/contact" {...form.props} data-pending={m.contact_sending_message()}>
      <ErrorSummary form={{ problems }} />
      {problem ? (
        <FormToast message={problem} duration={problem === m.contact_missing() ? MISSING_TOAST_MS : FAILURE_TOAST_MS} />
      ) : null}
      <div className="fields">
        <Field field={form.field('firstName')} label={m.contact_first_name()} autoComplete="given-name" />
        <Field field={form.field('lastName')} label={m.contact_last_name()} autoComplete="family-name" />
        <Field field={form.field('email')} label={m.contact_email()} type="email" autoComplete="email" whole />
        <PhoneField
          field={form.field('phone')}
          country={form.field('phoneCountry')}
          label={m.contact_phone_optional()}
        />
        <Field field={form.field('subject')} label={m.contact_subject()} autoComplete="off" whole />
        <TextArea field={form.field('message')} label={m.contact_message()} />
      </div>
      <SubmitButton className="button button-wide" busy={m.contact_sending()}>
        {m.contact_send()}
      </SubmitButton>
    </form>
  )
}
