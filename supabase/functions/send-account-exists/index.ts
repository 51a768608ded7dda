import { composedMail, serveMail } from '../_shared/mail.ts'

/** Tells the owner of an address that somebody has tried to sign up with it again. */
serveMail('send-account-exists', composedMail)
