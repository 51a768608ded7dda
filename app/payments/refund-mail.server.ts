import { z } from 'zod'
import { describeRefund, REFUND_REASONS, refundProgress } from '~/orders/refund'
import { orderUrl } from '~/orders/order'
import { inBackground } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { sendMail } from '~/platform/supabase/service-client.server'

/** A payment that has to go back, as `record_payment` tells of it. */
export const NewRefund = z.object({
  order_id: z.string(),
  is_guest: z.boolean(),
  email: z.string(),
  refund: z.object({ amount: z.number(), reason: z.enum(REFUND_REASONS) }),
})

/**
 * Mails the shopper about a payment that they get back, beside the response; a failure is only logged, and the order's page says
 * it, too. `paymentId` tells payments apart, so that one makes one mail.
 */
export function mailRefund(
  context: Needs<'backends' | 'background' | 'settings' | Reporting>,
  paymentId: string,
  { order_id, is_guest, email, refund }: z.infer<typeof NewRefund>,
): void {
  const body = {
    email,
    orderId: order_id,
    reason: describeRefund(refund),
    progress: refundProgress(null),
    orderUrl: `${context.settings.PUBLIC_URL}${orderUrl(order_id, is_guest)}`,
  }
  inBackground(context, 'refund not mailed', () =>
    sendMail(context, 'send-refund-notice', body, `${order_id}/${paymentId}`),
  )
}
