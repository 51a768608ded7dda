import type { LoaderFunctionArgs } from '@remix-run/node'
import { normalizeOrderId } from '~/orders/order'
import { attempt } from '~/platform/attempt.server'
import { requireShopper } from '~/platform/context.server'
import { failPayment, FAILURES } from './payments.server'

/** Where PayFast sends a shopper who cancelled: only a hint, so only an own order that still waits changes (decision 7). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const orderId = normalizeOrderId(new URL(request.url).searchParams.get('order') ?? '')
  if (orderId) await attempt(context, 'payment not marked', () => failPayment(shopper, orderId, FAILURES.cancelled))
  return context.flashes.error('/profile/active-orders', 'Payment was not completed.')
}
