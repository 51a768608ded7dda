import { describeRefund, refundProgress } from '~/orders/refund'
import { formatMoney } from '~/platform/money'
import { formatDateTime } from '~/platform/time'
import type { MailedOrder, MailedRefund } from './claimed-mail'
import type { Values } from './words/fill-words'

/** What a mail about an order is filled with: what becomes of payments is said as on the order's page. */
export function orderValues(order: MailedOrder, refund: MailedRefund | null): Values {
  const total = formatMoney(order.total_amount)
  return {
    order: order.order_id,
    total,
    name: order.shipping_address.first_name ?? null,
    hold_until: order.hold_until && formatDateTime(order.hold_until),
    tracking_number: order.tracking_number,
    cash: order.payment_method === 'cod' ? total : null,
    refund: refund && refundSentences(refund),
    refunds: [
      ...(order.failure_reason ? [order.failure_reason] : []),
      ...(order.refunds.length > 0 ? order.refunds.flatMap(refundSentences) : ['You have nothing to pay.']),
    ],
  }
}

/** Returns the words of the mail that tells operators to send back a payment. */
export function operatorWording(
  order: MailedOrder | null,
  refund: MailedRefund,
): { subject: string; paragraphs: string[] } {
  const sum = formatMoney(refund.amount)
  return {
    subject: `Send back ${sum}${order ? ` for ${order.order_id}` : ''}`,
    paragraphs: [
      describeRefund(refund),
      `Payment: ${refund.provider} ${refund.provider_payment_id}`,
      ...(order ? [`Order: ${order.order_id}`] : []),
      ...(order?.contact_email ? [`Shopper: ${order.contact_email} ${order.contact_phone ?? ''}`.trim()] : []),
      'The desk lists every refund that is due, under Refunds. When you have sent it back, record it there.',
    ],
  }
}

function refundSentences(refund: MailedRefund): string[] {
  return [describeRefund(refund), refundProgress(refund.refunded_at, refund.reason)]
}
