import { m } from '~/language/messages'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findProduct } from '~/catalog/catalog.server'
import { attempt } from '~/platform/attempt.server'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { ErrorSummary } from '~/ui/error-summary'
import { FormPage } from '~/ui/form-page'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { alertLabel, alertUrl } from './alert-choice'
import { saveAlert, readAlertToken } from './restock.server'
import { confirmAlertSchema } from './restock.schema'

export const handle: PageHandle = { styles: ['forms'] }

export const meta = () => pageMeta(m.restock_confirm_title(), { hidden: true })

/** Opening the link changes nothing, since mail scanners follow links. The button does. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const alert = await readAlertToken(context, token)
  const found = alert && (await attempt(context, 'alert without product', () => findProduct(context, alert.slug)))
  return {
    token,
    alert: alert && { size: alertLabel(alert.size, alert.color), email: alert.email, product: found?.product.name },
  }
}

export async function action({ context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, confirmAlertSchema)
  if (!form.ok) return invalid(form)
  const alert = await readAlertToken(context, form.value.token)
  if (!alert) return refused(form, m.restock_link_expired(), 400)
  const saved = await saveAlert(context, alert)
  if (!saved.ok) return refused(form, saved.refusal.message, saved.refusal.status)
  const size = alertLabel(alert.size, alert.color)
  return context.flashes.success(alertUrl(alert), m.restock_kept({ size }))
}

function promiseOf({ product, ...alert }: { size: string; email: string; product?: string }): string {
  return product ? m.restock_confirm_text({ ...alert, product }) : m.restock_confirm_text_unnamed(alert)
}

export default function ConfirmAlert() {
  const { token, alert } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  const form = useShopForm('confirm', confirmAlertSchema, reply)
  return (
    <FormPage title={m.restock_title()} about={alert ? promiseOf(alert) : m.restock_link_expired()}>
      {alert || reply ? (
        <form className="stack" {...form.props}>
          <ErrorSummary form={form} />
          <input type="hidden" name="token" value={token} />
          <SubmitButton className="button button-wide" busy={m.restock_confirming()}>
            {m.restock_confirm()}
          </SubmitButton>
        </form>
      ) : null}
    </FormPage>
  )
}
