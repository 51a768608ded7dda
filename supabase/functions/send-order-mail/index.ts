import { headerText, serveMail, shopAddress } from '../_shared/mail.ts'

/**
 * Sends a mail about an order that the shop has composed (app/mails) to the person who placed the order, or to the shop if there is
 * no address.
 */
serveMail('send-order-mail', ({ email, subject, text, html }) => ({
  to: email ? headerText(email, 254) : shopAddress(),
  subject: headerText(subject),
  text: String(text ?? ''),
  html: String(html ?? ''),
}))
