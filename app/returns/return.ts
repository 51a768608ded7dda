import { DAY, dateInPakistan, formatDate } from '~/platform/time'

/** Words and rules of returns and exchanges (docs/decisions/0093-returns.md). */
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

/** The reasons in the shopper's words. */
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
  /** What comes next, for the shopper. */
  next: string
}

const STATUS_WORDS: Record<ReturnStatus, StatusWords> = {
  requested: {
    label: 'Requested',
    badge: 'badge badge-warn',
    next: 'We look at it and answer here. Please keep everything until then.',
  },
  approved: {
    label: 'Approved',
    badge: 'badge badge-info',
    next: 'Please send it back, unworn and with its labels. We tell you here when it has arrived.',
  },
  refused: { label: 'Refused', badge: 'badge', next: 'We can’t take this back.' },
  withdrawn: { label: 'Withdrawn', badge: 'badge', next: 'You keep everything.' },
  received: { label: 'Received', badge: 'badge badge-ship', next: 'It has arrived with us.' },
  refunded: { label: 'Refunded', badge: 'badge badge-ok', next: 'We have sent your money back.' },
  exchanged: { label: 'Exchanged', badge: 'badge badge-ok', next: 'The new size is on its way to you.' },
}

/** A return's status in words, with the colour of its badge and what comes next. */
export function returnStatusWords(status: ReturnStatus): StatusWords {
  return STATUS_WORDS[status]
}

/** Whether the shopper may still keep the things after all. */
export function isWithdrawable(status: ReturnStatus): boolean {
  return status === 'requested' || status === 'approved'
}

/** What the shop promises about returns, in one sentence; `days` is RETURN_DAYS. */
export function returnPromise(days: number): string {
  return `You can send things back or change their size within ${days} days of delivery.`
}

/** What the rules look at in an order. */
interface Delivered {
  status: string
  history: { status: string; timestamp: string }[]
}

/** Returns the moment on the last day on which an order can go back; null where it can't. `days` is RETURN_DAYS. */
export function lastReturnDay({ status, history }: Delivered, days: number | undefined): Date | null {
  const delivered = history.findLast((entry) => entry.status === 'Delivered')
  if (days === undefined || status !== 'Delivered' || !delivered) return null
  return new Date(Date.parse(delivered.timestamp) + days * DAY)
}

/** Until when an order can go back, as dd/mm/yyyy; null where it can't any more. Days are Pakistan's. */
export function returnableUntil(order: Delivered, days: number | undefined, now: Date): string | null {
  const last = lastReturnDay(order, days)
  return last && dateInPakistan(now) <= dateInPakistan(last) ? formatDate(last) : null
}

const CANCELLABLE = new Set(['PaymentAccepted', 'Processing'])

/** Whether an order that is paid, or is paid on delivery, can still be cancelled: until it is sent. */
export function isCancellable({ status }: { status: string }): boolean {
  return CANCELLABLE.has(status)
}
