import type { WordedKind } from './default-words'

export const MAIL_NAMES: Record<WordedKind, string> = {
  unpaid: 'Order not paid yet',
  placed: 'Cash order confirmed',
  paid: 'Order paid',
  changed: 'Order changed',
  shipped: 'Order shipped',
  delivered: 'Order delivered',
  returned_to_origin: 'Parcel comes back',
  cancelled: 'Order cancelled',
  refund_due: 'Payment goes back',
  refunded: 'Payment sent back',
  return_requested: 'Return or exchange asked for',
  return_approved: 'Return or exchange approved',
  return_received: 'Return or exchange arrived',
  return_refused: 'Return or exchange refused',
  exchange_sent: 'Exchange sent',
  newsletter_welcome: 'Welcome to the newsletter',
  back_in_stock: 'Back in stock',
  stock_alert_confirmation: 'Confirm an alert for a sold-out size',
  account_exists: 'There is an account already',
}
