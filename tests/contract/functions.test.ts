import { expect, inject, test } from 'vitest'
import { anonymousClient, mailTo, newAddress, newName, serviceClient } from '../support/contract.ts'

test('the contact function mails the message, and serves only the shop’s server', async () => {
  const subject = newName()
  const body = {
    firstName: 'Noor',
    lastName: 'Jahan',
    phone: '0300',
    email: newAddress(),
    subject: `Hello\r\nBcc: all@example.com ${subject}`,
    message: 'A question',
  }
  expect((await serviceClient().functions.invoke('send-contact-email', { body })).error).toBeNull()
  const mail = await mailTo(inject('contract').shopAddress, new RegExp(subject))
  expect(mail.Subject).not.toMatch(/[\r\n]/)
  expect(mail.Text).toContain('A question')
  expect((await anonymousClient().functions.invoke('send-contact-email', { body })).error).not.toBeNull()
})
