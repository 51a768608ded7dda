import { m } from '~/language/messages'
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findShopper, redirectTo } from '~/platform/context.server'
import { afterFirstCookie } from '~/platform/cookies.server'
import { invalid, parseForm, refused, tooMany } from '~/platform/http/forms.server'
import { keyOf } from '~/platform/rate-limits.server'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { FormPage } from '~/ui/form-page'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { KeepSignedIn } from '../keep-signed-in'
import { signUpSchema } from '../account.schema'
import { GoogleButton } from '../sign-in/google-button'
import { SIGN_UPS_PER_NETWORK } from '../limits.server'
import { signUp } from './sign-up.server'
import { startVerification } from './verification.server'

export const handle: PageHandle = { styles: ['forms'], reaches: ['google'], withoutNewsletter: true }

/** Passes on Retry-After of a rate-limited form. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta = () => pageMeta(m.account_create(), { hidden: true })

export async function loader({ context }: LoaderFunctionArgs) {
  if (await findShopper(context)) throw redirectTo('/profile')
  return { hasGoogle: context.settings.GOOGLE_CLIENT_ID !== undefined }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, signUpSchema)
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take(SIGN_UPS_PER_NETWORK, keyOf.network(context))
  if (wait !== null) return tooMany(form, wait)
  const { email, password, fullName, keepSignedIn, order } = form.value
  const started = await signUp(context, email, password, fullName)
  if (!started.ok) return refused(form, started.refusal.message, started.refusal.status)
  await startVerification(context, email, keepSignedIn, { password, fullName }, order)
  return redirectTo(afterFirstCookie(request, '/verify-otp'))
}

export default function CreateAccount() {
  const { hasGoogle } = useLoaderData<typeof loader>()
  const form = useShopForm('sign-up', signUpSchema, useActionData<typeof action>()?.form)
  const { typed: order } = form.field('order')
  return (
    <FormPage title={m.account_create()} about={m.account_create_text()}>
      <form className="stack" {...form.props}>
        <ErrorSummary form={form} />
        {order ? <input type="hidden" name="order" value={order} /> : null}
        <Field field={form.field('fullName')} label={m.account_full_name()} autoComplete="name" />
        <Field field={form.field('email')} label={m.account_email()} type="email" autoComplete="email" />
        <Field
          field={form.field('password')}
          label={m.account_password()}
          type="password"
          autoComplete="new-password"
          hint={m.account_password_rule()}
        />
        <KeepSignedIn form={form} />
        <SubmitButton className="button button-wide" busy={m.account_creating()}>
          {m.account_create()}
        </SubmitButton>
        {hasGoogle ? <GoogleButton from="/create-account" /> : null}
      </form>
      <p className="account-head">
        <span>
          {m.account_have_one()}{' '}
          <a className="link" href="/login">
            {m.account_log_in()}
          </a>
        </span>
      </p>
    </FormPage>
  )
}
