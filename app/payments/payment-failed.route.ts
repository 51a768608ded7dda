import type { LoaderFunctionArgs } from '@remix-run/node'
import { normalizeOrderId } from '~/orders/order'
import { requireShopper } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { failPayment, FAILURES } from './payments.server'

/** Where PayFast sends a shopper who cancelled: only a hint, so only an own order that still waits changes (decision 7). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const orderId = normalizeOrderId(new URL(request.url).searchParams.get('order') ?? '')
  try {
    if (orderId) await failPayment(shopper, orderId, FAILURES.cancelled)
  } catch (error) {
    context.log.error({ event: 'payment not marked', requestId: context.requestId, ...describeError(error) })
  }
  return context.flashes.error('/profile/active-orders', 'Payment was not completed.')
}
