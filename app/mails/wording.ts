import { describeRefund, refundProgress } from '~/orders/refund'
import { formatMoney } from '~/platform/money'
import { formatDateTime } from '~/platform/time'
import type { MailedOrder, MailedRefund, MailKind } from './claimed-mail'

/** The words of a mail above the order's summary. */
export interface Wording {
  subject: string
  title: string
  paragraphs: string[]
  /** The label of the button that opens the order. */
  action: string
}

type ShopperKind = Exclude<MailKind, 'operator_refund'>

/** What the words of a mail depend on. */
interface Mailed {
  id: string
  /** The order's total as text. */
  total: string
  order: MailedOrder
  /** The refund that the mail is about. */
  refund: MailedRefund | null
}

const SEE_ORDER = 'See your order'

const WORDINGS: Record<ShopperKind, (mailed: Mailed) => Wording> = {
  unpaid: ({ id, total, order }) => ({
    subject: `Your order ${id} is not paid yet`,
    title: 'We have your order; payment is not complete yet',
    paragraphs: [
      `If you are paying right now, you don’t have to do anything: we mail you as soon as your payment of ${total} arrives.`,
      ...(order.hold_until ? [`We keep your items for you until ${formatDateTime(order.hold_until)}.`] : []),
      'On the order’s page you can pay, choose cash on delivery instead, or cancel.',
    ],
    action: `Pay ${total}`,
  }),
  placed: ({ id, total }) => ({
    subject: `Your order ${id}`,
    title: 'Thank you for your order',
    paragraphs: [`You pay ${total} in cash when it arrives. We mail you when it is on its way.`],
    action: SEE_ORDER,
  }),
  paid: ({ id, total }) => ({
    subject: `Your order ${id} is paid`,
    title: 'Thank you, your order is paid',
    paragraphs: [`We have received your payment of ${total}. We mail you when your order is on its way.`],
    action: SEE_ORDER,
  }),
  shipped: ({ id, total, order }) => ({
    subject: `Your order ${id} is on its way`,
    title: 'Your order is on its way',
    paragraphs: [
      ...(order.tracking_number ? [`Tracking number: ${order.tracking_number}`] : []),
      ...(order.payment_method === 'cod' ? [`Please have ${total} in cash ready.`] : []),
    ],
    action: 'Follow your order',
  }),
  delivered: ({ id }) => ({
    subject: `Your order ${id} was delivered`,
    title: 'Your order was delivered',
    paragraphs: ['We hope you like it. If something is not right, please write to us.'],
    action: SEE_ORDER,
  }),
  cancelled: ({ id, order }) => ({
    subject: `Your order ${id} is cancelled`,
    title: 'Your order is cancelled',
    paragraphs: order.refunds.length > 0 ? order.refunds.flatMap(refundSentences) : ['You have nothing to pay.'],
    action: SEE_ORDER,
  }),
  refund_due: ({ id, refund }) => ({
    subject: `A payment for your order ${id}`,
    title: 'A payment goes back to you',
    paragraphs: refund ? refundSentences(refund) : [],
    action: SEE_ORDER,
  }),
  refunded: ({ id, refund }) => ({
    subject: `We sent back a payment for your order ${id}`,
    title: 'We sent your payment back',
    paragraphs: refund ? refundSentences(refund) : [],
    action: SEE_ORDER,
  }),
}

/** Returns the words of a mail about an order. `refund` is the refund that the mail is about. */
export function orderWording(kind: ShopperKind, order: MailedOrder, refund: MailedRefund | null): Wording {
  return WORDINGS[kind]({ id: order.order_id, total: formatMoney(order.total_amount), order, refund })
}

/** Returns the words of the mail that tells operators to send back a payment. */
export function operatorWording(
  order: MailedOrder | null,
  refund: MailedRefund,
): Pick<Wording, 'subject' | 'paragraphs'> {
  const sum = formatMoney(refund.amount)
  return {
    subject: `Send back ${sum}${order ? ` for ${order.order_id}` : ''}`,
    paragraphs: [
      describeRefund(refund),
      `Payment: ${refund.provider} ${refund.provider_payment_id}`,
      ...(order ? [`Order: ${order.order_id}`] : []),
      ...(order?.contact_email ? [`Shopper: ${order.contact_email} ${order.contact_phone ?? ''}`.trim()] : []),
      'npm run payments:refunds lists every payment that is due. When you have sent it back, set refunded_at in the table refunds.',
    ],
  }
}

function refundSentences(refund: MailedRefund): string[] {
  return [describeRefund(refund), refundProgress(refund.refunded_at, refund.reason)]
}
