import { m } from '~/language/messages'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findShopper } from '~/platform/context.server'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { ErrorSummary } from '~/ui/error-summary'
import { FormPage } from '~/ui/form-page'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { confirmEmailSchema } from './account.schema'
import { confirmEmail } from './account.server'

export const handle: PageHandle = { styles: ['forms'], withoutNewsletter: true }

export const meta = () => pageMeta(m.account_confirm_email(), { hidden: true })

/** Doesn't confirm yet: mail scanners follow links, but they don't press buttons. */
export function loader({ request }: LoaderFunctionArgs) {
  return { token: new URL(request.url).searchParams.get('token_hash') ?? '' }
}

export async function action({ context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, confirmEmailSchema)
  if (!form.ok) return invalid(form)
  const confirmed = await confirmEmail(context, form.value.token)
  if (!confirmed.ok) return refused(form, confirmed.refusal.message, confirmed.refusal.status)
  const session = confirmed.value
  if (!session) return context.flashes.info('/', m.account_one_more_link())
  const message = m.account_email_changed({ email: session.user.email ?? '' })
  // Signs nobody in, since the link may be opened in another browser or by somebody else.
  const shopper = await findShopper(context)
  if (shopper?.id !== session.user.id) return context.flashes.success('/login', message)
  context.sendCookie(await context.sessions.start(session, shopper.isPersistent))
  return context.flashes.success('/profile/account', message)
}

export default function ConfirmEmail() {
  const { token } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const form = useShopForm(
    'confirm',
    confirmEmailSchema,
    actionData && 'form' in actionData ? actionData.form : undefined,
  )
  return (
    <FormPage title={m.account_confirm_email()} about={m.account_confirm_email_text()}>
      <form className="stack" {...form.props}>
        <ErrorSummary form={form} />
        <input type="hidden" name="token" value={token} />
        <SubmitButton className="button button-wide" busy={m.account_confirming()}>
          {m.account_confirm()}
        </SubmitButton>
      </form>
    </FormPage>
  )
}
