import { composedMail, serveMail } from '../_shared/mail.ts'

/** Tells a shopper that a size is back in stock. */
serveMail('send-back-in-stock', composedMail)
