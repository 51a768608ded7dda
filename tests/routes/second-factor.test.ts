import { expect, test } from 'vitest'
import { codeOf, currentStep } from '../../sandbox/supabase/totp.ts'
import { all, dom } from '../support/page-dom.ts'
import { asPerson, mailTo, newPerson, newVisitor, serviceClient, signedIn, type Person } from '../support/people.ts'
import type { Page } from '../support/visitor.ts'

// Accounts with a second factor, such as those of operators, in the shop itself (decision 205).

const problems = (page: Page) => all(dom(page), 'main [role=alert] div')
const ASKED = 'This account has a second factor. Please enter the code of your app, and the password again.'
const WRONG = 'This code is not right. Please enter the one that your app shows now, and the password again.'

/** Creates a user with a second factor. Returns a function that returns the code of this moment, too. */
async function personWithFactor(): Promise<Person & { code: () => string }> {
  const person = await newPerson()
  const { mfa } = (await asPerson(person)).auth
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: 'Desk' })
  if (error) throw error
  const code = () => codeOf(data.totp.secret, currentStep())
  expect((await mfa.challengeAndVerify({ factorId: data.id, code: code() })).error).toBeNull()
  return { ...person, code }
}

const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')
const appCodeOf = (page: Page) => dom(page).querySelector('input[name=appCode]')
const canLogIn = async (email: string, password: string) =>
  (await newVisitor().post('/login', { emailOrPhone: email, password })).url === '/'

test('the password of an account with a second factor changes with its code, for which a field appears', async () => {
  const person = await personWithFactor()
  const visitor = await signedIn(person)
  expect(appCodeOf(await visitor.get('/profile/account'))).toBeNull()
  const fields = { intent: 'password', current: person.password, password: 'another-password' }
  const asked = await visitor.post('/profile/account', fields)
  expect([asked.status, problems(asked)]).toEqual([400, [ASKED]])
  const field = appCodeOf(asked)
  expect([field?.getAttribute('inputmode'), field?.getAttribute('aria-invalid')]).toEqual(['numeric', 'true'])
  const refused = await visitor.post('/profile/account', { ...fields, appCode: wrongFor(person.code()) })
  expect([refused.status, problems(refused)]).toEqual([400, [WRONG]])
  const right = await visitor.post('/profile/account', { ...fields, appCode: ` ${person.code()} ` })
  expect(right.text).toContain('Your new password is set.')
  expect((await visitor.get('/profile')).text).toContain(person.email)
  expect([await canLogIn(person.email, person.password), await canLogIn(person.email, 'another-password')]).toEqual([
    false,
    true,
  ])
})

test('its address changes with the code too, and this browser stays logged in', async () => {
  const person = await personWithFactor()
  const visitor = await signedIn(person)
  const email = `new-${person.email}`
  const fields = { intent: 'email', email, confirmation: person.password }
  expect(problems(await visitor.post('/profile/account', fields))).toEqual([ASKED])
  const page = await visitor.post('/profile/account', { ...fields, appCode: person.code() })
  expect(page.text).toContain(`Almost there: open the links that we mailed to ${email} and to ${person.email}.`)
  await mailTo(email, /Confirm your new e-mail/)
  expect((await visitor.get('/profile')).text).toContain(person.email)
})

test('a link for a forgotten password asks for the code, and the same link then sets the password', async () => {
  const person = await personWithFactor()
  const visitor = newVisitor()
  await visitor.post('/forget-password', { email: person.email })
  const mail = await mailTo(person.email, /Set a new/)
  const token = /token_hash=([\w-]+)/.exec(mail.html ?? '')?.[1] ?? ''
  const reset = (fields: Record<string, string>) =>
    visitor.post(`/reset-password?token_hash=${token}`, { token, password: 'another-password', ...fields })
  for (const [fields, words] of [
    [{}, ASKED],
    [{ appCode: wrongFor(person.code()) }, WRONG],
  ] as const) {
    const page = await reset(fields)
    expect([page.status, problems(page), appCodeOf(page) !== null]).toEqual([400, [words], true])
  }
  expect((await reset({ appCode: person.code() })).text).toContain('Your new password is set.')
  expect(await canLogIn(person.email, 'another-password')).toBe(true)
})

test('attack: guesses at the code of a link stop after five', async () => {
  const person = await personWithFactor()
  const visitor = newVisitor()
  await visitor.post('/forget-password', { email: person.email })
  const mail = await mailTo(person.email, /Set a new/)
  const token = /token_hash=([\w-]+)/.exec(mail.html ?? '')?.[1] ?? ''
  const statuses: number[] = []
  for (let guess = 0; guess < 6; guess += 1) {
    const fields = { token, password: 'another-password', appCode: wrongFor(person.code()) }
    statuses.push((await visitor.post(`/reset-password?token_hash=${token}`, fields)).status)
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})

test('attack: nobody learns that an address has an account from its ban', async () => {
  const person = await newPerson()
  await serviceClient().auth.admin.updateUserById(person.id, { ban_duration: '1h' })
  for (const email of [person.email, 'nobody-has-this@example.com'])
    for (const password of [person.password, 'wrong-password']) {
      const page = await newVisitor().post('/login', { emailOrPhone: email, password })
      expect([page.status, problems(page)]).toEqual([400, ['Invalid login credentials']])
    }
  const visitor = newVisitor()
  await visitor.post('/create-account', { fullName: 'Mallory', email: person.email, password: 'a-good-password' })
  expect(problems(await visitor.post('/verify-otp', { code: '123456' }))).toEqual([
    'Invalid verification code. Please try again.',
  ])
})
