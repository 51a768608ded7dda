import { m } from '~/language/messages'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { normalizeOrderId, orderUrl } from '~/orders/order'
import { findOrder } from '~/orders/orders.server'
import { isUnpaid, PaymentChoices } from '~/orders/payment-choices'
import { attempt } from '~/platform/attempt.server'
import { requireShopper } from '~/platform/context.server'
import { Flower } from '~/ui/icon'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { failPayment, FAILURES, takesCards } from './payments.server'

export const handle: PageHandle = { styles: ['content'], opensByGet: true }

export const meta = () => pageMeta(m.payments_title(), { hidden: true })

/** The provider's cancel URL. It proves nothing, so it changes only the shopper's own order that is still unpaid (PY-33 to PY-35). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const orderId = normalizeOrderId(new URL(request.url).searchParams.get('order') ?? '')
  if (!orderId) return context.flashes.error('/profile/active-orders', m.payments_not_completed())
  const [order, confirmed] = await Promise.all([
    attempt(context, 'payment result not read', () => findOrder(shopper, orderId)),
    context.visitor.verify(),
  ])
  const hasFailed =
    confirmed &&
    (await attempt(context, 'payment not marked', () => failPayment(confirmed, orderId, FAILURES.cancelled)))
  if (!order) return context.flashes.error('/profile/active-orders', m.payments_not_completed())
  const status = hasFailed ? 'PaymentFailed' : order.status
  return data({ order: { ...order, status }, repayUrl: takesCards(context) ? `/pay/${orderId}` : null })
}

export default function PaymentFailed() {
  const { order, repayUrl } = useLoaderData<typeof loader>()
  const { title, text } = isUnpaid(order)
    ? {
        title: m.payments_not_completed(),
        text: m.payments_items_kept(),
      }
    : order.status === 'Cancelled'
      ? { title: m.payments_cancelled(), text: m.payments_nothing_to_pay() }
      : order.payment_method === 'cod'
        ? { title: m.payments_in_cash(), text: m.payments_nothing_before() }
        : { title: m.payments_paid(), text: m.payments_paid_text() }
  return (
    <div className="success">
      <Flower large />
      <h1>{title}</h1>
      <p>{text}</p>
      <PaymentChoices order={order} repayUrl={repayUrl} />
      <p className="help-actions">
        <a className="link" href={orderUrl(order.order_id, false)}>
          {m.payments_see_order({ order: order.order_id })}
        </a>{' '}
        <a className="link" href="/profile/active-orders">
          {m.payments_see_all()}
        </a>
      </p>
    </div>
  )
}
