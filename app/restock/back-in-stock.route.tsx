import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findProduct } from '~/catalog/catalog.server'
import { productUrl } from '~/catalog/product-choice'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { alertUrl, soldOutNames } from './alert-choice'
import { requestAlert } from './restock.server'
import { stockAlertSchema } from './restock.schema'
import { StockAlertForm } from './stock-alert-form'

export const handle: PageHandle = { styles: ['forms', 'product'] }

export const meta = () => pageMeta('Back in stock', { hidden: true })

const slugOf = (request: Request) => new URL(request.url).searchParams.get('product') ?? ''

export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await findProduct(context, slugOf(request))
  if (!found) throw data(null, { status: 404 })
  const { name, slug } = found.product
  const sizes = soldOutNames(found.product)
  // All sizes are in stock again.
  if (sizes.length === 0) return redirect(productUrl(slug))
  return { name, slug, sizes, email: context.visitor.claimed?.email ?? null }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const found = await findProduct(context, slugOf(request))
  if (!found) throw data(null, { status: 404 })
  const form = await parseForm(context.form, stockAlertSchema)
  if (!form.ok) return invalid(form)
  const { size, email } = form.value
  const requested = await requestAlert(context, found.product, form.value)
  if (!requested.ok) return refused(form, requested.refusal.message, requested.refusal.status)
  const { alert, isConfirmed } = requested.value
  const message = isConfirmed
    ? `We will mail you once when size ${size} is back.`
    : `Please confirm your address: we have mailed a link to ${email}.`
  return context.flashes.success(alertUrl(alert), message)
}

export default function BackInStock() {
  const { name, slug, sizes, email } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  return (
    <div className="wrap section">
      <div className="account">
        <div className="account-head">
          <h1>Back in stock</h1>
          <p className="muted">
            We mail you once when <a href={productUrl(slug)}>{name}</a> is back in your size.
          </p>
        </div>
        <StockAlertForm slug={slug} sizes={sizes} email={email} reply={reply} />
      </div>
    </div>
  )
}
