import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { normalizeOrderId } from '~/orders/order'
import { findOrder } from '~/orders/orders.server'
import { isUnpaid } from '~/orders/payment-choices'
import { attempt } from '~/platform/attempt.server'
import { requireShopper } from '~/platform/context.server'
import type { PageHandle } from '~/ui/page-handle'
import { failPayment, FAILURES } from './payments.server'

export const handle: PageHandle = { opensByGet: true }

const ORDERS = '/profile/active-orders'

/**
 * The provider's cancel URL, which leads to the active orders. It proves nothing, so it changes only the shopper's own order that is
 * still unpaid (PY-33 to PY-36).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request, m.payments_log_in_to_see())
  const orderId = normalizeOrderId(new URL(request.url).searchParams.get('order') ?? '')
  if (!orderId) return context.flashes.error(ORDERS, m.payments_not_completed())
  const [order, confirmed] = await Promise.all([
    attempt(context, 'payment result not read', () => findOrder(shopper, orderId)),
    context.visitor.verify(),
  ])
  if (confirmed) await attempt(context, 'payment not marked', () => failPayment(confirmed, orderId, FAILURES.cancelled))
  if (!order || isUnpaid(order)) return context.flashes.error(ORDERS, m.payments_not_completed())
  if (order.status === 'Cancelled') return context.flashes.info(ORDERS, m.payments_cancelled())
  return context.flashes.info(ORDERS, order.payment_method === 'cod' ? m.payments_in_cash() : m.payments_paid())
}
