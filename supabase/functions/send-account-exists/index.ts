import { headerText, serveMail } from '../_shared/mail.ts'

/** Tells the owner of an address that somebody has tried to sign up with it again. */
serveMail('send-account-exists', ({ email, shopUrl }) => {
  const shop = headerText(shopUrl)
  return {
    to: headerText(email, 254),
    subject: 'You already have an account',
    text: [
      'Somebody, probably you, has just tried to create a Chambeli account with this e-mail address. There is one already.',
      `Log in: ${shop}/login`,
      `Forgotten your password? Set a new one: ${shop}/forget-password`,
      "If it wasn't you, you can ignore this mail. Nothing has changed.",
    ].join('\n\n'),
  }
})
