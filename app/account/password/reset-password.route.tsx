import { cutText } from '~/platform/text'
import { m } from '~/language/messages'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm } from '~/platform/http/forms.server'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { FormPage } from '~/ui/form-page'
import { SubmitButton } from '~/ui/submit-button'
import { ErrorSummary } from '~/ui/error-summary'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { resetPasswordSchema } from '../account.schema'
import { AppCodeField } from '../app-code-field'
import { refusedOrAsked } from '../second-factor.server'
import { startSession } from '../sign-in/browser-session.server'
import { isLinkOpen, resetPassword } from './password.server'

export const handle: PageHandle = { styles: ['forms'], withoutNewsletter: true }

export const meta = () => pageMeta(m.account_new_password_title(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = cutText(new URL(request.url).searchParams.get('token_hash') ?? '', 200)
  return { token, isOpen: token !== '' && (await isLinkOpen(context, request, token)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, resetPasswordSchema)
  if (!form.ok) return invalid(form)
  const session = await resetPassword(context, request, form.value)
  if (!session.ok) return refusedOrAsked(form, session.refusal)
  await startSession(context, request, session.value, true)
  return context.flashes.success('/', m.account_password_set())
}

export default function ResetPassword() {
  const { token, isOpen } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const form = useShopForm(
    'reset',
    resetPasswordSchema,
    actionData && 'form' in actionData ? actionData.form : undefined,
  )
  return (
    <FormPage title={m.account_new_password_title()}>
      {isOpen ? (
        <form className="stack" {...form.props}>
          <ErrorSummary form={form} />
          <input type="hidden" name="token" value={token} />
          <Field
            field={form.field('password')}
            label={m.account_new_password()}
            type="password"
            autoComplete="new-password"
            hint={m.account_password_rule()}
          />
          <AppCodeField field={form.field('appCode')} />
          <SubmitButton className="button button-wide" busy={m.account_saving()}>
            {m.account_set_password()}
          </SubmitButton>
          <a className="link" href="/forget-password">
            {m.account_another_link()}
          </a>
        </form>
      ) : (
        <div className="account-head">
          <ErrorSummary form={form} />
          <p>{token ? m.account_link_used() : m.account_follow_link()}</p>
          <a className="button" href="/forget-password">
            {m.account_another_link()}
          </a>
        </div>
      )}
    </FormPage>
  )
}
