import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findProduct } from '~/catalog/catalog.server'
import { attempt } from '~/platform/attempt.server'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { ErrorSummary } from '~/ui/error-summary'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { alertName, alertUrl } from './alert-choice'
import { saveAlert, readAlertToken } from './restock.server'
import { confirmAlertSchema } from './restock.schema'

export const handle: PageHandle = { styles: ['forms'] }

export const meta = () => pageMeta('Confirm your e-mail', { hidden: true })

const INVALID_LINK = 'This link is no longer good. Please ask for another on the product’s page.'

/** Opening the link changes nothing, since mail scanners follow links. The button does. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const alert = await readAlertToken(context, token)
  const found = alert && (await attempt(context, 'alert without product', () => findProduct(context, alert.slug)))
  return {
    token,
    alert: alert && { size: alertName(alert.size, alert.color), email: alert.email, name: found?.product.name ?? 'it' },
  }
}

export async function action({ context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, confirmAlertSchema)
  if (!form.ok) return invalid(form)
  const alert = await readAlertToken(context, form.value.token)
  if (!alert) return refused(form, INVALID_LINK, 400)
  const saved = await saveAlert(context, alert)
  if (!saved.ok) return refused(form, saved.refusal.message, saved.refusal.status)
  const message = `We will mail you once when size ${alertName(alert.size, alert.color)} is back.`
  return context.flashes.success(alertUrl(alert), message)
}

export default function ConfirmAlert() {
  const { token, alert } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  const form = useShopForm('confirm', confirmAlertSchema, reply)
  return (
    <div className="wrap section">
      <div className="account">
        <div className="account-head">
          <h1>Back in stock</h1>
          <p className="muted">
            {alert ? `We mail ${alert.email} once when ${alert.name} is back in size ${alert.size}.` : INVALID_LINK}
          </p>
        </div>
        {alert || reply ? (
          <form className="stack" {...form.props}>
            <ErrorSummary form={form} />
            <input type="hidden" name="token" value={token} />
            <SubmitButton className="button button-wide" busy="Confirming…">
              Yes, mail me
            </SubmitButton>
          </form>
        ) : null}
      </div>
    </div>
  )
}
