import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findProduct } from '~/catalog/catalog.server'
import { productUrl } from '~/catalog/product-choice'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { FormPage } from '~/ui/form-page'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { alertLabel, alertUrl, soldOutChoices } from './alert-choice'
import { requestAlert } from './restock.server'
import { stockAlertSchema } from './restock.schema'
import { StockAlertForm } from './stock-alert-form'

export const handle: PageHandle = { styles: ['forms'] }

export const meta = () => pageMeta(m.restock_title(), { hidden: true })

const slugOf = (request: Request) => new URL(request.url).searchParams.get('product') ?? ''

export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await findProduct(context, slugOf(request))
  if (!found) throw data(null, { status: 404 })
  const { name, slug } = found.product
  const sizes = soldOutChoices(found.product)
  // All sizes are in stock again.
  if (sizes.length === 0) return redirect(productUrl(slug))
  return { name, slug, sizes, email: context.visitor.claimed?.email ?? null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const found = await findProduct(context, slugOf(request))
  if (!found) throw data(null, { status: 404 })
  const form = await parseForm(context.form, stockAlertSchema)
  if (!form.ok) return invalid(form)
  const { email } = form.value
  const requested = await requestAlert(context, found.product, form.value)
  if (!requested.ok) return refused(form, requested.refusal.message, requested.refusal.status)
  const { alert, isConfirmed } = requested.value
  const message = isConfirmed
    ? m.restock_kept({ size: alertLabel(alert.size, alert.color) })
    : m.restock_please_confirm({ email })
  return context.flashes.success(alertUrl(alert), message)
}

export default function BackInStock() {
  const { name, slug, sizes, email } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  return (
    <FormPage
      title={m.restock_title()}
      about={
        <ParaglideMessage
          message={m.restock_ask_text}
          inputs={{ name }}
          markup={{ product: ({ children }) => <a href={productUrl(slug)}>{children}</a> }}
        />
      }
    >
      <StockAlertForm slug={slug} sizes={sizes} email={email} reply={reply} />
    </FormPage>
  )
}
