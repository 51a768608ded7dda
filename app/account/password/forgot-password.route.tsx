import { data, type ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { invalid, parseForm } from '~/platform/http/forms.server'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { Notice } from '~/ui/progress/notice'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { forgotPasswordSchema } from '../account.schema'
import { mailPasswordLink } from './password.server'

export const handle: PageHandle = { styles: ['forms'], withoutNewsletter: true }

export const meta = () => pageMeta('Forget Password', { hidden: true })

export const loader = () => null

export async function action({ context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, forgotPasswordSchema)
  if (!form.ok) return invalid(form)
  // The response is the same without an account, and above the limit (FP-07).
  await mailPasswordLink(context, form.value.email)
  return data({ form: null })
}

export default function ForgotPassword() {
  const actionData = useActionData<typeof action>()
  const form = useShopForm('forgot', forgotPasswordSchema, actionData?.form ?? undefined)
  return (
    <div className="wrap section">
      <div className="account">
        <div className="account-head">
          <h1>Forget Password</h1>
          <p className="muted">We mail you a link to set a new one.</p>
        </div>
        {actionData?.form === null ? (
          <Notice type="success">
            <b>Verified</b> If this address has an account, a link is on its way.
          </Notice>
        ) : null}
        <form className="stack" {...form.props}>
          <ErrorSummary form={form} />
          <Field field={form.field('email')} label="E-mail" type="email" autoComplete="email" />
          <SubmitButton className="button button-wide" busy="Sending...">
            Send Verification Link
          </SubmitButton>
        </form>
        <p className="account-head">
          <a className="link" href="/login">
            Back to Login
          </a>
        </p>
      </div>
    </div>
  )
}
