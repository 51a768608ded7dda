import { m } from '~/language/messages'
import type { ActionFunctionArgs } from '@remix-run/node'
import { normalizeOrderId } from '~/orders/order'
import { findOwnOrder } from '~/orders/own-order.server'
import { redirectTo } from '~/platform/context.server'
import { dispatch } from '~/platform/http/forms.server'
import { orderActions } from './change-order-actions.server'

/** Forms that change an order post here; there is no page to show. */
export const loader = () => redirectTo('/profile/active-orders')

/** Cancels the visitor's order, changes it to cash on delivery, or adds its items to the cart again. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const orderId = normalizeOrderId(params.id ?? '')
  const change = dispatch(context.form.get('intent'), orderActions)
  const own = orderId && change ? await findOwnOrder(context, request, orderId) : null
  if (!own || !change) return context.flashes.error('/', m.checkout_order_not_found())
  return change(context, request, own)
}
