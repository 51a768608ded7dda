import { headerText, serveMail } from '../_shared/mail.ts'

/** Welcomes a new subscriber (FT-33). */
serveMail('send-newsletter-welcome', ({ email, shopUrl }) => ({
  to: headerText(email, 254),
  subject: 'Welcome to Letters from Chambeli',
  text: `Welcome! From now on you hear of new arrivals and sale days first.\n\nThe latest: ${headerText(shopUrl)}/#new-arrivals`,
}))
