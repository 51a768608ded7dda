import { headerText, serveMail, shopAddress } from '../_shared/mail.ts'

/** A message of the contact form, to the shop (document 2, section 7): firstName, lastName, phone, email, subject, message. */
serveMail('send-contact-email', ({ firstName, lastName, phone, email, subject, message }) => {
  const name = headerText(`${firstName ?? ''} ${lastName ?? ''}`, 160)
  return {
    to: shopAddress(),
    replyTo: headerText(email, 254),
    subject: `Contact: ${headerText(subject, 120) || name}`,
    text: `From: ${name}\nE-mail: ${headerText(email, 254)}\nPhone: ${headerText(phone, 40) || '-'}\n\n${String(message ?? '').slice(0, 5000)}`,
  }
})
