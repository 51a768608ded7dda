import { m } from '~/language/messages'
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm } from '~/platform/http/forms.server'
import { ErrorSummary } from '~/ui/error-summary'
import { Notice } from '~/ui/progress/notice'
import { FormPage } from '~/ui/form-page'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { endAlerts } from './restock.server'
import { endAlertsSchema } from './restock.schema'

export const handle: PageHandle = { styles: ['forms'] }

export const meta = () => pageMeta(m.restock_end_title(), { hidden: true })

/** Opening the link changes nothing, since mail scanners follow links. The button does. */
export function loader({ request }: LoaderFunctionArgs) {
  return { alert: new URL(request.url).searchParams.get('alert') ?? '' }
}

export async function action({ context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, endAlertsSchema)
  if (!form.ok) return invalid(form)
  // The response is the same if there is no such alert.
  await endAlerts(context, form.value.alert)
  return data({ form: null })
}

export default function EndAlerts() {
  const { alert } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const form = useShopForm('end', endAlertsSchema, actionData?.form ?? undefined)
  return (
    <FormPage title={m.restock_end_title()} about={m.restock_end_text()}>
      {actionData?.form === null ? (
        <Notice type="success">{m.restock_ended()}</Notice>
      ) : (
        <form className="stack" {...form.props}>
          <ErrorSummary form={form} />
          <input type="hidden" name="alert" value={alert} />
          <SubmitButton className="button button-wide" busy={m.restock_ending()}>
            {m.restock_end()}
          </SubmitButton>
        </form>
      )}
    </FormPage>
  )
}
