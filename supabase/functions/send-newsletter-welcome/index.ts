import { composedMail, serveMail } from '../_shared/mail.ts'

/** Welcomes a new subscriber (FT-33). */
serveMail('send-newsletter-welcome', composedMail)
