import { toPaisa } from '~/platform/money'
import type { Costs } from './sum-rows'

/** Orders' words and rules (document 2, section 4). */
export const STATUSES = [
  'Pending',
  'Processing',
  'PaymentPending',
  'PaymentAccepted',
  'PaymentFailed',
  'Shipped',
  'Delivered',
  'Cancelled',
] as const
export type Status = (typeof STATUSES)[number]

/** What the active list shows. */
export const ACTIVE: readonly Status[] = [
  'PaymentAccepted',
  'Pending',
  'Processing',
  'PaymentFailed',
  'PaymentPending',
  'Shipped',
]

interface StatusLook {
  label: string
  badge: string
}

const LOOKS: Record<Status, StatusLook> = {
  Pending: { label: 'Pending', badge: 'badge badge-warn' },
  Processing: { label: 'Processing', badge: 'badge badge-info' },
  PaymentPending: { label: 'Payment pending', badge: 'badge badge-warn' },
  PaymentAccepted: { label: 'Payment accepted', badge: 'badge badge-ok' },
  PaymentFailed: { label: 'Payment failed', badge: 'badge' },
  Shipped: { label: 'Shipped', badge: 'badge badge-ship' },
  Delivered: { label: 'Delivered', badge: 'badge badge-ok' },
  Cancelled: { label: 'Cancelled', badge: 'badge' },
}

/** A status in words and in the colour of its badge. */
export function statusLook(status: Status): StatusLook {
  return LOOKS[status]
}

/** What an order costs, from the rupees that the database keeps. */
export function orderCosts(order: {
  subtotal: number
  savings: number
  promo_discount: number
  delivery_fee: number
  total_amount: number
}): Costs {
  return {
    subtotal: toPaisa(order.subtotal),
    savings: toPaisa(order.savings),
    promoDiscount: toPaisa(order.promo_discount),
    deliveryFee: toPaisa(order.delivery_fee),
    total: toPaisa(order.total_amount),
  }
}

/** Re Pay shows for these alone (document 2, section 4). */
export function isRepayable(status: Status): boolean {
  return status === 'PaymentFailed' || status === 'PaymentPending'
}

/** Returns the path of an order's own page: among the shopper's orders, or the page that a guest was given. */
export function orderUrl(orderId: string, isGuest: boolean): string {
  return isGuest ? `/checkout/placed/${orderId}` : `/profile/active-orders/${orderId}`
}

/** The payment methods in the shopper's words. */
export function methodName(method: 'payfast' | 'cod'): string {
  return method === 'cod' ? 'Cash on Delivery' : 'PayFast'
}

/** The device class a browser belongs to (document 2, section 4). */
export function deviceOf(userAgent: string): 'Mobile' | 'Tablet' | 'Computer' {
  if (/ipad|tablet|playbook|silk|android(?!.*mobile)/i.test(userAgent)) return 'Tablet'
  return /mobi|iphone|ipod|android|opera mini|windows phone/i.test(userAgent) ? 'Mobile' : 'Computer'
}

/** An order number as somebody types it: in any case, with or without `ORD-` (A42); null when it can't be one. */
export function normalizeOrderId(typed: string): string | null {
  const [, number] = /^(?:ord-)?(\d{1,20}-\d{1,3})$/i.exec(typed.trim()) ?? []
  return number ? `ORD-${number}` : null
}
