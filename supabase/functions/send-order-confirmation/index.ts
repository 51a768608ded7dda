import { headerText, serveMail } from '../_shared/mail.ts'

/** Confirms an order to whoever placed it (document 2, section 2). Sums arrive as the shop shows them. */
serveMail('send-order-confirmation', ({ email, orderId, lines, total, payment, orderUrl }) => ({
  to: headerText(email, 254),
  subject: `Your order ${headerText(orderId, 60)}`,
  text: [
    `Thank you for your order ${headerText(orderId, 60)}.`,
    '',
    ...(Array.isArray(lines) ? lines.map((line) => headerText(line, 300)) : []),
    '',
    `Total: ${headerText(total, 40)} (${headerText(payment, 60)})`,
    '',
    `Follow it here: ${headerText(orderUrl, 300)}`,
  ].join('\n'),
}))
