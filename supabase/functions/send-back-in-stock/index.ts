import { headerText, serveMail } from '../_shared/mail.ts'

/** Tells a shopper that a size is back in stock. */
serveMail('send-back-in-stock', ({ email, product, size, productUrl, endUrl }) => ({
  to: headerText(email, 254),
  subject: `${headerText(product, 160)} is back in size ${headerText(size, 60)}`,
  text: [
    `You asked us to tell you: ${headerText(product, 160)} is back in size ${headerText(size, 60)}.`,
    `See it here: ${headerText(productUrl, 600)}`,
    'This is the only mail about it.',
    `No mails about other sizes that you asked for either: ${headerText(endUrl, 300)}`,
  ].join('\n\n'),
}))
