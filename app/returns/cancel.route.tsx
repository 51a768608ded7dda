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

export const meta = () => pageMeta('Cancel an order', { hidden: true })

/** Returns the visitor's order if it can be cancelled; else throws a redirect with the reason. */
async function requireCancellable(context: RequestContext, request: Request, id: string | undefined) {
  const orderId = normalizeOrderId(id ?? '')
  const own = orderId ? await findOwnOrder(context, request, orderId) : null
  if (!own) throw await context.flashes.error('/', 'Order not found')
  const pageUrl = orderUrl(own.order.order_id, own.order.user_id === null)
  if (!isCancellable(own.order)) throw await context.flashes.error(pageUrl, 'This order can’t be cancelled any more.')
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
  if (!cancelled) return refused(form, 'We can’t cancel your order right now. Please try again in a moment.', 503)
  if (!cancelled.ok) return context.flashes.error(pageUrl, cancelled.refusal)
  sendOrderMailsSoon(context)
  return context.flashes.success(pageUrl, 'Your order is cancelled.')
}

export default function Cancel() {
  const page = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const form = useShopForm('cancel', cancelSchema, actionData && 'form' in actionData ? actionData.form : undefined)
  return (
    <div className="wrap section profile-body">
      <a className="link back" href={page.pageUrl}>
        ← Back to {page.orderId}
      </a>
      <h1>Cancel this order?</h1>
      <form className="panel stack cancel-order" {...form.props}>
        <ErrorSummary form={form} />
        <p>{page.names.join(', ')}</p>
        <p>
          The order is cancelled at once, and you can’t undo it.
          {page.paid ? ` We send ${page.paid} back the way you paid.` : ' You have nothing to pay.'}
        </p>
        <TextArea field={form.field('reason')} label="Why? (optional)" rows={2} />
        <SubmitButton className="button button-wide" busy="Cancelling…">
          Yes, cancel this order
        </SubmitButton>
        <a className="button button-outline button-wide" href={page.pageUrl}>
          No, keep it
        </a>
      </form>
    </div>
  )
}
