import { m } from '~/language/messages'
import { data, type ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { Notice } from '~/ui/progress/notice'
import { FormPage } from '~/ui/form-page'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { forgotPasswordSchema } from '../account.schema'
import { mailPasswordLink } from './password.server'

export const handle: PageHandle = { styles: ['forms'], withoutNewsletter: true }

export const meta = () => pageMeta(m.account_forgot(), { hidden: true })

export const loader = () => null

export async function action({ context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, forgotPasswordSchema)
  if (!form.ok) return invalid(form)
  // The response is the same without an account, and above the limit (FP-07).
  const mailed = await mailPasswordLink(context, form.value.email)
  if (!mailed.ok) return refused(form, mailed.refusal.message, mailed.refusal.status)
  return data({ form: null })
}

export default function ForgotPassword() {
  const actionData = useActionData<typeof action>()
  const form = useShopForm('forgot', forgotPasswordSchema, actionData?.form ?? undefined)
  return (
    <FormPage title={m.account_forgot()} about={m.account_forgot_text()}>
      {actionData?.form === null ? (
        <Notice type="success">
          <b>{m.account_link_asked()}</b> {m.account_link_sent()}
        </Notice>
      ) : null}
      <form className="stack" {...form.props}>
        <ErrorSummary form={form} />
        <Field field={form.field('email')} label={m.account_email()} type="email" autoComplete="email" />
        <SubmitButton className="button button-wide" busy={m.account_sending()}>
          {m.account_send_link()}
        </SubmitButton>
      </form>
      <p className="account-head">
        <a className="link" href="/login">
          {m.account_back_to_login()}
        </a>
      </p>
    </FormPage>
  )
}
