import { headerText, serveMail, shopAddress } from '../_shared/mail.ts'

/**
 * Sends a mail about an order as the shop has composed it (app/mails): to the person who placed the order, or, without an address, to the
 * shop itself.
 */
serveMail('send-order-mail', ({ email, subject, text, html }) => ({
  to: email ? headerText(email, 254) : shopAddress(),
  subject: headerText(subject),
  text: String(text ?? ''),
  html: String(html ?? ''),
}))
