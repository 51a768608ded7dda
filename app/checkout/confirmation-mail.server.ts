import { methodName } from '~/orders/order'
import type { Order } from '~/orders/orders.server'
import type { PricedCart } from '~/cart/cart.server'
import type { RequestContext } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { formatMoney, toPaisa } from '~/platform/money'

/** Mails the confirmation beside the answer; a failure is only logged (decision 9). */
export function mailConfirmation({ backends, settings, log }: RequestContext, order: Order, cart: PricedCart): void {
  const page = order.user_id ? 'profile/active-orders' : 'checkout/placed'
  const body = {
    email: order.contact_email,
    orderId: order.order_id,
    lines: cart.lines.map(
      ({ name, size, color, quantity, final }) =>
        `${quantity} × ${[name, size, color].filter(Boolean).join(', ')}: ${formatMoney(final * quantity)}`,
    ),
    total: formatMoney(toPaisa(order.total_amount)),
    payment: methodName(order.payment_method),
    orderUrl: `${settings.PUBLIC_URL}/${page}/${order.order_id}`,
  }
  const failed = (error: unknown) =>
    log.error({ event: 'confirmation not mailed', order: order.order_id, ...describeError(error) })
  backends.operator.functions
    .invoke('send-order-confirmation', { body })
    .then(({ error }) => error && failed(error), failed)
}
