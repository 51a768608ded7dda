import { composedMail, serveMail, shopAddress } from '../_shared/mail.ts'

/** Sends a mail about an order to the person who placed the order, or to the shop if there is no address. */
serveMail('send-order-mail', (body) => composedMail({ ...body, email: body.email || shopAddress() }))
