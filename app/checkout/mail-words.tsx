import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import { heldUntil } from '~/orders/order'
import type { Order } from '~/orders/order-rows'
import { isUnpaid } from '~/orders/payment-choices'
import { Unbroken } from '~/payments/unbroken'

/** Says which mail follows. Only paid and cash orders get a confirmation. */
export function MailWords({ order }: { order: Order }) {
  if (order.status === 'Cancelled') return m.checkout_order_cancelled()
  if (order.status === 'ReturnedToOrigin') return m.checkout_not_delivered()
  const [sentTo, sent] = messagesOf(order)
  const email = order.contact_email
  if (!email) return sent()
  return <ParaglideMessage message={sentTo} inputs={{ email }} markup={{ address: Unbroken }} />
}

/** Returns the message with the address of the mail, and the one without. */
function messagesOf(order: Order) {
  if (isUnpaid(order)) return [m.checkout_mail_unpaid_at, m.checkout_mail_unpaid] as const
  if (heldUntil(order)) return [m.checkout_mail_later_at, m.checkout_mail_later] as const
  return [m.checkout_mail_follows_at, m.checkout_mail_follows] as const
}
