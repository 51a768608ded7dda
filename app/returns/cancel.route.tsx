import { m } from '~/language/messages'
import { listed } from '~/language/names'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { sendOrderMailsSoon } from '~/mails/outbox.server'
import { normalizeOrderId, orderUrl } from '~/orders/order'
import { cancelOrder } from '~/orders/order-changes.server'
import { findOwnOrder } from '~/orders/own-order.server'
import { attempt } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { formatMoney } from '~/platform/money'
import { ErrorSummary } from '~/ui/error-summary'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'
import { cancelSchema } from './cancel.schema'
import { isCancellable } from './return'

export const handle: PageHandle = { styles: ['forms', 'profile'], withoutNewsletter: true }

export const meta = () => pageMeta(m.returns_cancel_title(), { hidden: true })

/** Returns the visitor's order if it can be cancelled; else throws a redirect with the reason. */
async function requireCancellable(context: RequestContext, request: Request, id: string | undefined) {
  const orderId = normalizeOrderId(id ?? '')
  const own = orderId ? await findOwnOrder(context, request, orderId) : null
  if (!own) throw await context.flashes.error('/', m.returns_order_not_found())
  const pageUrl = orderUrl(own.order.order_id, own.order.user_id === null)
  if (!isCancellable(own.order)) throw await context.flashes.error(pageUrl, m.returns_not_cancellable())
  return { ...own, pageUrl }
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { order, items, pageUrl } = await requireCancellable(context, request, params.id)
  return {
    orderId: order.order_id,
    pageUrl,
    names: items.map(({ product_name: name, quantity }) => `${quantity} × ${name}`),
    paid: order.payment_method === 'payfast' ? formatMoney(order.total_amount) : null,
  }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { order, owner, pageUrl } = await requireCancellable(context, request, params.id)
  const form = await parseForm(context.form, cancelSchema)
  if (!form.ok) return invalid(form)
  const cancelled = await attempt(context, 'order not cancelled', () =>
    cancelOrder(owner, order.order_id, form.value.reason),
  )
  if (!cancelled) return refused(form, m.returns_not_cancelled(), 503)
  if (!cancelled.ok) return context.flashes.error(pageUrl, cancelled.refusal)
  sendOrderMailsSoon(context)
  return context.flashes.success(pageUrl, m.returns_cancelled())
}

export default function Cancel() {
  const page = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const form = useShopForm('cancel', cancelSchema, actionData && 'form' in actionData ? actionData.form : undefined)
  return (
    <div className="wrap profile-body asking">
      <a className="link back" href={page.pageUrl}>
        {m.returns_back_to({ order: page.orderId })}
      </a>
      <h1>{m.returns_cancel_question()}</h1>
      <form className="panel stack" {...form.props}>
        <ErrorSummary form={form} />
        <p>{listed(page.names)}</p>
        <p>{page.paid ? m.returns_cancel_paid({ amount: page.paid }) : m.returns_cancel_cash()}</p>
        <TextArea field={form.field('reason')} label={m.returns_cancel_why()} rows={2} />
        <SubmitButton className="button button-wide" busy={m.returns_cancelling()}>
          {m.returns_cancel_yes()}
        </SubmitButton>
        <a className="button button-outline button-wide" href={page.pageUrl}>
          {m.returns_cancel_no()}
        </a>
      </form>
    </div>
  )
}
