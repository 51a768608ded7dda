import { composedMail, serveMail } from '../_shared/mail.ts'

/** Mails those who work at the desk: invitations, and changes of their second factor. */
serveMail('send-desk-mail', composedMail)
