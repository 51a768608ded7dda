import { expect, test } from 'vitest'
import { changeEmailSchema, forgotPasswordSchema, signUpSchema } from '../../app/account/account.schema.ts'
import { contactSchema } from '../../app/contact/contact.schema.ts'
import { isEmail } from '../../app/platform/email.ts'
import { RIGHT, WRONG } from '../support/emails.ts'

const FORMS: Record<string, (email: string) => boolean> = {
  'sign-up': (email) => signUpSchema.safeParse({ fullName: 'A', email, password: 'a-good-password' }).success,
  forgot: (email) => forgotPasswordSchema.safeParse({ email }).success,
  'change of e-mail': (email) => changeEmailSchema.safeParse({ email, confirmation: 'x' }).success,
  contact: (email) => contactSchema.safeParse({ firstName: 'A', email, message: 'Hello' }).success,
  'every other form': isEmail,
}

test.each(Object.keys(FORMS))('%s accepts valid e-mail addresses only', (name) => {
  const takes = FORMS[name] ?? (() => false)
  expect(RIGHT.filter((email) => !takes(email))).toEqual([])
  expect(WRONG.filter(takes)).toEqual([])
})

test.each(['sign-up', 'change of e-mail'])('%s refuses addresses that no mail can be sent to', (name) => {
  const takes = FORMS[name] ?? (() => true)
  expect(['.a@example.com', 'a.@example.com', 'a..b@example.com'].filter(takes)).toEqual([])
  expect(takes('a.b@mail.example.com')).toBe(true)
})
