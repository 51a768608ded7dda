import { headerText, serveMail, shopAddress } from '../_shared/mail.ts'

/** Mails a message of the contact form to the shop (DB-55, CO-31). */
serveMail('send-contact-email', ({ firstName, lastName, phone, email, subject, message }) => {
  const name = headerText(`${firstName ?? ''} ${lastName ?? ''}`, 160)
  return {
    to: shopAddress(),
    replyTo: headerText(email, 254),
    subject: `Contact: ${headerText(subject, 120) || name}`,
    text: `From: ${name}\nE-mail: ${headerText(email, 254) || '-'}\nPhone: ${headerText(phone, 40) || '-'}\n\n${String(message ?? '').slice(0, 5000)}`,
  }
})
