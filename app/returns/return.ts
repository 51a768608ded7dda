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

/** The reasons in words for the shopper. */
export const REASON_WORDS: Record<ReturnReason, string> = {
  size: 'It doesn’t fit',
  damaged: 'It is damaged or faulty',
  wrong_item: 'It is not what I ordered',
  not_as_described: 'It is not as described',
  changed_mind: 'I changed my mind',
}

export const MAX_PHOTOS = 3

interface StatusWords {
  label: string
  badge: string
  /** The next step, in words for the shopper. */
  next: string
}

const STATUS_WORDS: Record<ReturnStatus, StatusWords> = {
  requested: {
    label: 'Requested',
    badge: 'badge badge-warn',
    next: 'We look at it and mail you an answer. Please keep everything until then.',
  },
  approved: {
    label: 'Approved',
    badge: 'badge badge-info',
    next: 'Please send it back, unworn and with its labels. Our mail says where to; we mail you again when it has arrived.',
  },
  refused: { label: 'Refused', badge: 'badge', next: 'We can’t take this back.' },
  withdrawn: { label: 'Withdrawn', badge: 'badge', next: 'You keep everything.' },
  received: { label: 'Received', badge: 'badge badge-ship', next: 'It has arrived with us.' },
  refunded: { label: 'Refunded', badge: 'badge badge-ok', next: 'We have sent your money back.' },
  exchanged: { label: 'Exchanged', badge: 'badge badge-ok', next: 'The new size is on its way to you.' },
}

/** Returns a status's label, badge class and next step. */
export function returnStatusWords(status: ReturnStatus): StatusWords {
  return STATUS_WORDS[status]
}

/** Returns whether the shopper can still withdraw a return. */
export function isWithdrawable(status: ReturnStatus): boolean {
  return status === 'requested' || status === 'approved'
}

/** Returns the return policy in one sentence; `days` is RETURN_DAYS. */
export function returnPolicyText(days: number): string {
  return `You can send things back or change their size within ${days} days of delivery.`
}

/** Replaces {return_policy} in an operator's text; `days` is RETURN_DAYS, undefined if nothing is returned by a form. */
export function fillReturnPolicy(text: string, days: number | undefined): string {
  const policy = days ? returnPolicyText(days) : 'Please write to us before you send something back.'
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
