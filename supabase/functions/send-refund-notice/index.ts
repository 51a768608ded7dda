import { headerText, serveMail } from '../_shared/mail.ts'

/** Tells a shopper that a payment of theirs pays no order and is sent back. The sentences arrive as the order's page shows them. */
serveMail('send-refund-notice', ({ email, orderId, reason, progress, orderUrl }) => ({
  to: headerText(email, 254),
  subject: `A payment for your order ${headerText(orderId, 60)}`,
  text: [
    `About your order ${headerText(orderId, 60)}:`,
    '',
    headerText(reason, 300),
    headerText(progress, 300),
    '',
    `Your order: ${headerText(orderUrl, 300)}`,
  ].join('\n'),
}))
