import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PGlite } from '@electric-sql/pglite'
import { changeEmailSchema, forgotPasswordSchema, signUpSchema } from '../../app/account/account.schema.ts'
import { contactSchema } from '../../app/contact/contact.schema.ts'
import { isEmail } from '../../app/platform/email.ts'
import { freshDatabase } from '../support/fresh-database.ts'

let database: PGlite
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const RIGHT = [
  'a&b@x.pk',
  "o'brien@example.com",
  'first.last+tag@mail.example.co.uk',
  'UPPER@EXAMPLE.COM',
  '1@2.pk',
  `${'a'.repeat(64)}@example.com`,
]
const WRONG = [
  'nonsense',
  'a@b',
  'a b@c.de',
  'a@b c.de',
  '@example.com',
  'a@',
  'a@@b.com',
  'a@-b.com',
  'a@b-.com',
  'a@b..com',
  'a@.com',
  'a@b.com.',
  'a(b@c.de',
  'ü@example.com',
  'a@exämple.com',
  'a@b.com\nBcc: c@d.com',
  `${'a'.repeat(250)}@b.com`,
]

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

test('the database accepts the same addresses', async () => {
  const check = async (emails: string[]) => {
    const sql = 'select email from unnest($1::text[]) email where shop.is_email(email)'
    const { rows } = await database.query<{ email: string }>(sql, [emails])
    return rows.map(({ email }) => email)
  }
  expect(await check(RIGHT)).toEqual(RIGHT)
  expect(await check(WRONG)).toEqual([])
})
