import { headerText, serveMail } from '../_shared/mail.ts'

/** Asks the owner of an address whether they want a mail when a size is back. */
serveMail('send-stock-alert-confirmation', ({ email, product, size, confirmUrl }) => ({
  to: headerText(email, 254),
  subject: `Shall we mail you when ${headerText(product, 160)} is back?`,
  text: [
    `Somebody, probably you, wants a mail when ${headerText(product, 160)} in size ${headerText(size, 60)} is back in stock.`,
    `If that is right, confirm it here within three days: ${headerText(confirmUrl, 2_000)}`,
    "If it wasn't you, you can ignore this mail. You won't get another.",
  ].join('\n\n'),
}))
