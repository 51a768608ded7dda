import { formatMoney } from '~/platform/money'
import { formatDate } from '~/platform/time'

/** Why a payment is refunded, by the names of the table `refunds`. */
export const REFUND_REASONS = [
  'too_late',
  'paid_twice',
  'order_cancelled',
  'cash_order',
  'wrong_amount',
  'unknown_order',
  'returned',
  'order_changed',
  'partly',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

const REASONS: Record<Exclude<RefundReason, 'paid_twice' | 'returned' | 'order_changed' | 'partly'>, string> = {
  too_late: 'it arrived after the order had lapsed, and something in it is sold out now',
  order_cancelled: 'the order was cancelled',
  cash_order: 'this order is paid in cash on delivery',
  wrong_amount: 'it is not what the order costs',
  unknown_order: 'no order belongs to it',
}

/** Says what was paid and why it is refunded. `amount` is in paisa. */
export function describeRefund({
  amount,
  reason,
  note,
}: {
  amount: number
  reason: RefundReason
  note?: string | null
}): string {
  if (reason === 'order_changed') return `Your order costs less since it was changed; we refund ${formatMoney(amount)}.`
  if (reason === 'partly') return `We refund ${formatMoney(amount)} of what you paid${note ? `: ${note}` : ''}.`
  if (reason === 'returned') return `We received what you sent back, and refund ${formatMoney(amount)}.`
  if (reason === 'paid_twice') return `One payment too many; we refund ${formatMoney(amount)}.`
  return `We received a payment of ${formatMoney(amount)}, but ${REASONS[reason]}.`
}

/** Says whether the refund was sent; `refundedAt` is when, or null. What was delivered may have been paid in cash. */
export function refundProgress(refundedAt: string | null, reason?: RefundReason): string {
  if (refundedAt) return `We sent it back to you on ${formatDate(refundedAt)}.`
  return reason === 'returned' || reason === 'partly'
    ? 'We will send it back the way you paid. If you paid in cash, we call you and ask where to.'
    : 'We will send it back the way you paid. You don’t have to do anything.'
}
