import { composedMail, serveMail } from '../_shared/mail.ts'

/** Asks the owner of an address whether they want a mail when a size is back. */
serveMail('send-stock-alert-confirmation', composedMail)
