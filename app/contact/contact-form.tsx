import type { SubmissionResult } from '@conform-to/react'
import { useEffect, useRef, useState } from 'react'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/form-errors'
import { FormToast } from '~/ui/form-toast'
import { PhoneField } from '~/ui/phone-field'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'
import { MISSING } from './contact'

/** How long what the form says stays in sight, in milliseconds (document 2, section 9). */
const MISSING_SHOWN = 4_000
const FAILURE_SHOWN = 5_000

/** The contact form: what is wrong stands above it, and with scripts at the top right too. */
export function ContactForm({ reply }: { reply?: SubmissionResult }) {
  const form = useRef<HTMLFormElement>(null)
  const isSending = useSending(form)
  const problem = Object.values(reply?.error ?? {})[0]?.[0]
  return (
    <form className="stack" method="post" action="/contact" noValidate ref={form}>
      <ErrorSummary reply={reply} />
      <FormToast message={problem} type="error" duration={problem === MISSING ? MISSING_SHOWN : FAILURE_SHOWN} />
      <FormToast message={isSending ? 'Sending your message...' : undefined} type="info" />
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

/** Whether the form is on its way. */
function useSending(form: React.RefObject<HTMLFormElement>): boolean {
  const [isSending, setSending] = useState(false)
  useEffect(() => {
    const element = form.current
    const start = () => setSending(true)
    const stop = () => setSending(false)
    element?.addEventListener('submit', start)
    window.addEventListener('pageshow', stop)
    return () => {
      element?.removeEventListener('submit', start)
      window.removeEventListener('pageshow', stop)
    }
  }, [form])
  return isSending
}
