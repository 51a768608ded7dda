import { m } from '~/language/messages'
import type { ActionFunctionArgs } from '@remix-run/node'
import { normalizeOrderId, orderUrl } from '~/orders/order'
import { findOwnOrder, type OwnOrder } from '~/orders/own-order.server'
import { redirectTo, type RequestContext } from '~/platform/context.server'
import { dispatch } from '~/platform/http/forms.server'
import { refillCart } from '~/cart/refill-cart.server'
import { sendOrderMailsSoon } from '~/mails/outbox.server'
import { cancelOrder, payInCash } from '~/orders/order-changes.server'
import { attempt } from '~/platform/attempt.server'
import type { Result } from '~/platform/result'
import { readWhole } from '~/platform/whole-number'

/** Forms that change an order post here; there is no page to show. */
export const loader = () => redirectTo('/profile/active-orders')

export async function action({ params, request, context }: ActionFunctionArgs) {
  const orderId = normalizeOrderId(params.id ?? '')
  const change = dispatch(context.form.get('intent'), orderActions)
  const own = orderId && change ? await findOwnOrder(context, request, orderId) : null
  if (!own || !change) return context.flashes.error('/', m.checkout_order_not_found())
  return change(context, request, own)
}

type OrderAction = (context: RequestContext, request: Request, own: OwnOrder) => Promise<Response>

const orderActions = { cash, cancel, again } satisfies Record<string, OrderAction>

async function cash(context: RequestContext, _request: Request, own: OwnOrder): Promise<Response> {
  const paid = await attempt(context, 'order not paid in cash', () =>
    payInCash(own.owner, own.order.order_id, seenTotal(context.form)),
  )
  return finish(context, own, paid, m.checkout_pay_on_arrival())
}

/** Returns the total that the page of the order showed, in paisa; undefined for a page of before, which knew no fee. */
function seenTotal(form: FormData): number | undefined {
  const total = readWhole(form.get('total'))
  return Number.isNaN(total) ? undefined : total
}

async function cancel(context: RequestContext, _request: Request, own: OwnOrder): Promise<Response> {
  const cancelled = await attempt(context, 'order not cancelled', () => cancelOrder(own.owner, own.order.order_id))
  return finish(context, own, cancelled, m.checkout_order_cancelled())
}

async function finish(
  context: RequestContext,
  { order }: OwnOrder,
  changed: Result<unknown, string> | null,
  done: string,
): Promise<Response> {
  const pageUrl = orderUrl(order.order_id, order.user_id === null)
  if (!changed?.ok) return context.flashes.error(pageUrl, changed?.refusal ?? m.checkout_unreachable())
  sendOrderMailsSoon(context)
  return context.flashes.success(pageUrl, done)
}

async function again(context: RequestContext, request: Request, { order, items }: OwnOrder): Promise<Response> {
  const earlier = items.map((item) => ({
    name: item.product_name,
    product: item.product_id,
    size: item.selected_size ?? '',
    color: item.selected_color ?? '',
    quantity: item.quantity,
  }))
  const filled = await attempt(context, 'cart not filled again', () => refillCart(context, request, earlier))
  const pageUrl = orderUrl(order.order_id, order.user_id === null)
  if (!filled) return context.flashes.error(pageUrl, m.cart_unreachable())
  if (!filled.ok) return context.flashes.error('/cart', m.cart_full())
  const { added, notAdded } = filled.value
  if (notAdded.length === 0) return context.flashes.success('/cart', m.checkout_all_in_cart())
  return context.flashes.error(added > 0 ? '/cart' : pageUrl, m.checkout_not_in_cart({ problems: notAdded.join(' ') }))
}
