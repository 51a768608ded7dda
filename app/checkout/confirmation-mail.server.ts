import { z } from 'zod'
import { methodName, orderUrl } from '~/orders/order'
import type { Order } from '~/orders/orders.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { sendMail, serviceClient } from '~/platform/supabase/service-client.server'
import { inBackground } from '~/platform/attempt.server'
import { formatMoney, toPaisa } from '~/platform/money'

const Lines = z.array(
  z.object({
    product_name: z.string(),
    selected_size: z.string().nullable(),
    selected_color: z.string().nullable(),
    quantity: z.number(),
    subtotal: z.number(),
  }),
)

/** Mails the confirmation beside the answer; a failure is only logged (decision 9). */
export function mailConfirmation(
  context: Needs<'backends' | 'background' | 'settings' | Reporting>,
  order: Order,
): void {
  inBackground(context, 'confirmation not mailed', () => send(context, order))
}

async function send(context: Needs<'backends' | 'settings'>, order: Order): Promise<void> {
  const { data, error } = await serviceClient(context, 'read the items of a new order')
    .from('order_items')
    .select('product_name, selected_size, selected_color, quantity, subtotal')
    .eq('order_id', order.id)
  if (error) throw new Error(`Items of ${order.order_id} not read: ${error.message}`, { cause: error })
  const lines = Lines.parse(data).map(
    ({ product_name: name, selected_size: size, selected_color: color, quantity, subtotal }) =>
      `${quantity} × ${[name, size, color].filter(Boolean).join(', ')}: ${formatMoney(toPaisa(subtotal))}`,
  )
  const body = {
    email: order.contact_email,
    orderId: order.order_id,
    lines,
    total: formatMoney(toPaisa(order.total_amount)),
    payment: methodName(order.payment_method),
    orderUrl: `${context.settings.PUBLIC_URL}${orderUrl(order.order_id, order.user_id === null)}`,
  }
  await sendMail(context, 'send-order-confirmation', body, order.order_id)
}
