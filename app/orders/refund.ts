import { m } from '~/language/messages'
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

const REASONS: Record<Exclude<RefundReason, 'partly'>, (given: { amount: string }) => string> = {
  too_late: m.orders_refund_too_late,
  paid_twice: m.orders_refund_paid_twice,
  order_cancelled: m.orders_refund_order_cancelled,
  cash_order: m.orders_refund_cash_order,
  wrong_amount: m.orders_refund_wrong_amount,
  unknown_order: m.orders_refund_unknown_order,
  returned: m.orders_refund_returned,
  order_changed: m.orders_refund_order_changed,
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
  const given = { amount: formatMoney(amount) }
  if (reason !== 'partly') return REASONS[reason](given)
  return note ? m.orders_refund_partly_because({ ...given, note }) : m.orders_refund_partly(given)
}

/** Says whether the refund was sent; `refundedAt` is when, or null. What was delivered may have been paid in cash. */
export function refundProgress(refundedAt: string | null, reason?: RefundReason, dateWords = formatDate): string {
  if (refundedAt) return m.orders_refund_sent({ date: dateWords(refundedAt) })
  return reason === 'returned' || reason === 'partly' ? m.orders_refund_will_ask() : m.orders_refund_will()
}
