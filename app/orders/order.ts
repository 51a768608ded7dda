import { m } from '~/language/messages'
import { listed } from '~/language/names'
import { codeText } from '~/platform/text'
import { formatDeadline } from '~/platform/time'

/** The statuses of an order, as in the database. */
export const STATUSES = [
  'Pending',
  'Processing',
  'PaymentPending',
  'PaymentAccepted',
  'PaymentFailed',
  'Shipped',
  'Delivered',
  'ReturnedToOrigin',
  'Cancelled',
] as const
export type Status = (typeof STATUSES)[number]

/** The statuses of the active list (OR-01). */
export const ACTIVE: readonly Status[] = [
  'PaymentAccepted',
  'Pending',
  'Processing',
  'PaymentFailed',
  'PaymentPending',
  'Shipped',
]

export function isOver(status: Status): boolean {
  return !ACTIVE.includes(status)
}

interface StatusLook {
  label: string
  badge: string
}

const LOOKS: Record<Status, { label: () => string; badge: string }> = {
  Pending: { label: m.orders_status_pending, badge: 'badge badge-warn' },
  Processing: { label: m.orders_status_processing, badge: 'badge badge-info' },
  PaymentPending: { label: m.orders_status_payment_pending, badge: 'badge badge-warn' },
  PaymentAccepted: { label: m.orders_status_payment_accepted, badge: 'badge badge-ok' },
  PaymentFailed: { label: m.orders_status_payment_failed, badge: 'badge' },
  Shipped: { label: m.orders_status_shipped, badge: 'badge badge-ship' },
  Delivered: { label: m.orders_status_delivered, badge: 'badge badge-ok' },
  ReturnedToOrigin: { label: m.orders_status_returned, badge: 'badge badge-warn' },
  Cancelled: { label: m.orders_status_cancelled, badge: 'badge' },
}

/** Returns a status's label and the class of its badge (OR-24 to OR-31). */
export function statusLook(status: Status): StatusLook {
  const { label, badge } = LOOKS[status]
  return { label: label(), badge }
}

/** The usual steps of an order that is paid, or paid on delivery. */
const USUAL_STEPS: readonly Status[] = ['Processing', 'Shipped', 'Delivered']

/** Returns the steps ahead of an order; none if it has arrived, is cancelled or isn't paid. */
export function stepsAhead(status: Status): Status[] {
  if (status === 'PaymentPending') return ['PaymentAccepted', ...USUAL_STEPS]
  if (status === 'Pending' || status === 'PaymentAccepted') return [...USUAL_STEPS]
  const index = USUAL_STEPS.indexOf(status)
  return index === -1 ? [] : USUAL_STEPS.slice(index + 1)
}

/** Returns the courier's tracking page, from the setting's pattern with {number}; null if one is missing. */
export function trackingUrl(pattern: string | undefined, number: string | null): string | null {
  return pattern && number ? pattern.replaceAll('{number}', encodeURIComponent(number)) : null
}

/** Returns a summary of an order's items: 'Satin robe, Lace bra and 2 more'. */
export function productNames(items: readonly { product_name: string }[]): string {
  const names = [...new Set(items.map(({ product_name: name }) => name))]
  const rest = names.length - 2
  return rest > 0 ? m.orders_and_more({ names: listed(names.slice(0, 2)), count: rest }) : listed(names)
}

/** Returns whether an order can be paid again (OR-05). */
export function isRepayable(status: Status): boolean {
  return status === 'PaymentFailed' || status === 'PaymentPending'
}

/** Returns what of a paid order is still to be paid by card, because it costs more since it was changed; 0 once it is sent. */
export function restToPay({ status, due_amount: due }: { status: Status; due_amount: number }): number {
  return status === 'PaymentAccepted' || status === 'Processing' ? due : 0
}

/** Returns what the rider collects for an order that is sent, in paisa, as `shop.amount_to_collect` does. */
export function amountToCollect(order: { payment_method: string; total_amount: number; due_amount: number }): number {
  return order.payment_method === 'cod' ? order.total_amount : order.due_amount
}

/** Returns the path of an order's page, which is another one for guests. */
export function orderUrl(orderId: string, isGuest: boolean): string {
  return isGuest ? `/checkout/placed/${orderId}` : `/profile/active-orders/${orderId}`
}

/** Says what becomes of a cash order that isn't confirmed. */
export function toConfirm(holdUntil: string): string {
  return m.orders_to_confirm({ time: formatDeadline(holdUntil, Date.now()) })
}

/** Returns until when the latest mail about an order is held, or null (decision 155). */
export function heldUntil({ order_mails: mails }: { order_mails: { held_until: string | null }[] }): string | null {
  return mails.find(({ held_until: until }) => until !== null)?.held_until ?? null
}

/** Whether an order has an invoice: once it is paid or sent (database function `shop.is_invoiced`). */
export function hasInvoice(order: {
  history: readonly { status: Status }[]
  payment_status: boolean
  payment_method: 'payfast' | 'cod'
}): boolean {
  const { history, payment_status: isPaid, payment_method: method } = order
  return (isPaid && method !== 'cod') || history.some(({ status }) => status === 'Shipped' || status === 'Delivered')
}

export function methodName(method: 'payfast' | 'cod'): string {
  return method === 'cod' ? m.orders_cash() : 'PayFast'
}

export function deviceOf(userAgent: string): 'Mobile' | 'Tablet' | 'Computer' {
  if (/ipad|tablet|playbook|silk|android(?!.*mobile)/i.test(userAgent)) return 'Tablet'
  return /mobi|iphone|ipod|android|opera mini|windows phone/i.test(userAgent) ? 'Mobile' : 'Computer'
}

/** Normalises a typed order number: any case, with or without `ORD-` (A42). Returns null if it is malformed. */
export function normalizeOrderId(typed: string): string | null {
  const [, number] = /^#?(?:ord-)?(\d{1,20}-\d{1,3})$/i.exec(codeText(typed)) ?? []
  return number ? `ORD-${number}` : null
}
