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

/** The usual way of an order that is paid, or that is paid on delivery. */
const WAY: readonly Status[] = ['Processing', 'Shipped', 'Delivered']

/** Returns the steps that an order usually still takes; none for one that has arrived, is cancelled or isn't paid. */
export function stepsAhead(status: Status): Status[] {
  if (status === 'PaymentPending') return ['PaymentAccepted', ...WAY]
  if (status === 'Pending' || status === 'PaymentAccepted') return [...WAY]
  const place = WAY.indexOf(status)
  return place === -1 ? [] : WAY.slice(place + 1)
}

/** Returns the courier's page of a parcel, by the shop's pattern with {number}; null without either. */
export function trackingUrl(pattern: string | undefined, number: string | null): string | null {
  return pattern && number ? pattern.replaceAll('{number}', encodeURIComponent(number)) : null
}

/** Returns what is in an order, as its row names it: 'Satin robe, Lace bra and 2 more'. */
export function productNames(items: readonly { product_name: string }[]): string {
  const names = [...new Set(items.map(({ product_name: name }) => name))]
  const rest = names.length - 2
  return rest > 0 ? `${names.slice(0, 2).join(', ')} and ${rest} more` : names.join(', ')
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
