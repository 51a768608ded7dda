import { m } from '~/language/messages'
import { DAY, dateInPakistan, formatDate } from '~/platform/time'

/** Rules and labels of returns and exchanges (decision 93). */
export const RETURN_STATUSES = [
  'requested',
  'approved',
  'refused',
  'withdrawn',
  'received',
  'refunded',
  'exchanged',
] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

export const RETURN_REASONS = ['size', 'damaged', 'wrong_item', 'not_as_described', 'changed_mind'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

const REASON_WORDS: Record<ReturnReason, () => string> = {
  size: m.returns_reason_size,
  damaged: m.returns_reason_damaged,
  wrong_item: m.returns_reason_wrong_item,
  not_as_described: m.returns_reason_not_as_described,
  changed_mind: m.returns_reason_changed_mind,
}

export function reasonWords(reason: ReturnReason): string {
  return REASON_WORDS[reason]()
}

export const MAX_PHOTOS = 3

interface StatusWords {
  label: string
  badge: string
  next: string
}

const STATUS_WORDS: Record<ReturnStatus, { label: () => string; badge: string; next: () => string }> = {
  requested: { label: m.returns_requested, badge: 'badge badge-warn', next: m.returns_requested_next },
  approved: { label: m.returns_approved, badge: 'badge badge-info', next: m.returns_approved_next },
  refused: { label: m.returns_refused, badge: 'badge', next: m.returns_refused_next },
  withdrawn: { label: m.returns_is_withdrawn, badge: 'badge', next: m.returns_withdrawn_next },
  received: { label: m.returns_received, badge: 'badge badge-ship', next: m.returns_received_next },
  refunded: { label: m.returns_refunded, badge: 'badge badge-ok', next: m.returns_refunded_next },
  exchanged: { label: m.returns_exchanged, badge: 'badge badge-ok', next: m.returns_exchanged_next },
}

export function returnStatusWords(status: ReturnStatus): StatusWords {
  const { label, badge, next } = STATUS_WORDS[status]
  return { label: label(), badge, next: next() }
}

/** Returns the words of what is asked for: an exchange that was received and has a tracking number is on its way. */
export function requestWords(request: { status: ReturnStatus; tracking_number: string | null }): StatusWords {
  const { status, tracking_number: tracking } = request
  if (status !== 'received' || tracking === null) return returnStatusWords(status)
  return { label: m.orders_status_shipped(), badge: 'badge badge-ship', next: m.returns_shipped_next() }
}

export function isWithdrawable(status: ReturnStatus): boolean {
  return status === 'requested' || status === 'approved'
}

/** Returns the return policy in one sentence; `days` is RETURN_DAYS. */
export function returnPolicyText(days: number): string {
  return m.returns_policy({ days })
}

/** Replaces {return_policy} in an operator's text, with what it means for promo codes; `days` is RETURN_DAYS, undefined if nothing is returned by a form. */
export function fillReturnPolicy(text: string, days: number | undefined): string {
  const policy = days ? `${returnPolicyText(days)} ${m.returns_code_counts()}` : m.returns_write_first()
  return text.replaceAll('{return_policy}', policy)
}

/** The part of an order that the rules need. */
interface Delivered {
  status: string
  history: { status: string; timestamp: string }[]
}

/** Returns a moment on the last day for returning an order, or null. `days` is RETURN_DAYS. */
export function lastReturnDay({ status, history }: Delivered, days: number | undefined): Date | null {
  const delivered = history.findLast((entry) => entry.status === 'Delivered')
  if (days === undefined || status !== 'Delivered' || !delivered) return null
  return new Date(Date.parse(delivered.timestamp) + days * DAY)
}

/** Returns the last day for returning an order, as dd/mm/yyyy in Pakistan; null if it can't be returned any more. */
export function returnableUntil(order: Delivered, days: number | undefined, now: Date): string | null {
  const last = lastReturnDay(order, days)
  return last && dateInPakistan(now) <= dateInPakistan(last) ? formatDate(last) : null
}

const CANCELLABLE = new Set(['PaymentAccepted', 'Processing'])

/** Returns whether an order that is paid, or paid on delivery, can be cancelled: until it is shipped. */
export function isCancellable({ status }: { status: string }): boolean {
  return CANCELLABLE.has(status)
}

/** Returns whether an order that isn't being paid just now has still to be sent, so that it may be changed. */
export function isUnsent(order: { status: string }): boolean {
  return isCancellable(order) || order.status === 'Pending' || order.status === 'PaymentFailed'
}
