import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { normalizeOrderId, orderUrl } from '~/orders/order'
import { findOrder } from '~/orders/orders.server'
import { isUnpaid, PaymentChoices } from '~/orders/payment-choices'
import { attempt } from '~/platform/attempt.server'
import { requireShopper } from '~/platform/context.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { failPayment, FAILURES, takesCards } from './payments.server'

export const handle: PageHandle = { styles: ['content'] }

export const meta = () => pageMeta('Your payment', { hidden: true })

/** The provider's cancel URL. It proves nothing, so it changes only the shopper's own order that is still unpaid (PY-33 to PY-35). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const orderId = normalizeOrderId(new URL(request.url).searchParams.get('order') ?? '')
  if (!orderId) return context.flashes.error('/profile/active-orders', 'Payment was not completed.')
  const [order, confirmed] = await Promise.all([
    attempt(context, 'payment result not read', () => findOrder(shopper, orderId)),
    context.visitor.verify(),
  ])
  const hasFailed =
    confirmed &&
    (await attempt(context, 'payment not marked', () => failPayment(confirmed, orderId, FAILURES.cancelled)))
  if (!order) return context.flashes.error('/profile/active-orders', 'Payment was not completed.')
  const status = hasFailed ? 'PaymentFailed' : order.status
  return data({ order: { ...order, status }, repayUrl: takesCards(context) ? `/pay/${orderId}` : null })
}

export default function PaymentFailed() {
  const { order, repayUrl } = useLoaderData<typeof loader>()
  const { title, text } = isUnpaid(order)
    ? {
        title: 'Payment was not completed.',
        text: 'Your items are kept for you for a while. How do you want to go on?',
      }
    : order.status === 'Cancelled'
      ? { title: 'This order is cancelled', text: 'You have nothing to pay.' }
      : order.payment_method === 'cod'
        ? { title: 'This order is paid in cash on delivery', text: 'You have nothing to pay before it arrives.' }
        : { title: 'This order is paid', text: 'Your payment has arrived; you don’t have to pay again.' }
  return (
    <div className="success">
      <h1>{title}</h1>
      <p>{text}</p>
      <PaymentChoices order={order} repayUrl={repayUrl} />
      <p>
        <a className="link" href={orderUrl(order.order_id, false)}>
          See order {order.order_id}
        </a>
      </p>
      <p>
        <a className="link" href="/profile/active-orders">
          See all active orders
        </a>
      </p>
    </div>
  )
}
