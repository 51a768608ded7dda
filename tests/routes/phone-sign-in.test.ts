import { randomInt, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { all, dom } from '../support/page-dom.ts'
import { mailTo, newPerson, newVisitor, serviceClient, type Person } from '../support/people.ts'
import type { Page } from '../support/visitor.ts'

// Signing in with the profile's phone number; Auth's own phone provider is off (decision 40).

const problems = (page: Page) => all(dom(page), 'main [role=alert] div')
/** Returns ten unique digits to follow 0 or +92. */
const newDigits = () => `3${randomInt(10, 30)}${String(randomInt(10_000_000)).padStart(7, '0')}`
const spellings = (digits: string) => [
  `0${digits}`,
  `0${digits.slice(0, 3)} ${digits.slice(3)}`,
  `0${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`,
  `+92${digits}`,
  `+92 ${digits.slice(0, 3)} ${digits.slice(3)}`,
  `+92 (0)${digits}`,
  `0092${digits}`,
  `0092 ${digits.slice(0, 3)}-${digits.slice(3)}`,
  `92${digits}`,
  `  0${digits} `,
]

const login = (emailOrPhone: string, password: string, visitor = newVisitor()) =>
  visitor.post('/login', { emailOrPhone, password })

/** Creates a person whose profile has this number. */
async function personWithPhone(phone: string, password?: string): Promise<Person> {
  const person = await newPerson()
  const { error } = await serviceClient().from('profiles').update({ phone_number: phone }).eq('id', person.id)
  if (error) throw error
  if (password) await serviceClient().auth.admin.updateUserById(person.id, { password })
  return { ...person, password: password ?? person.password }
}

test('signs in with the profile’s phone number in any format (LG-15, LG-18, LG-19)', async () => {
  const [email, digits] = [`first-day-${randomUUID().slice(0, 8)}@example.com`, newDigits()]
  const visitor = newVisitor()
  await visitor.post('/create-account', { fullName: 'Areeba Shah', email, password: 'a-good-password' })
  const code = /(\d{6})/.exec((await mailTo(email, /verification code/)).html ?? '')?.[1] ?? ''
  expect((await visitor.post('/verify-otp', { code })).url).toBe('/profile-setup')
  await visitor.post('/profile-setup', {
    name: 'Areeba Shah',
    address: '7 Mall Road',
    dob: '1996-02-11',
    city: 'Multan',
    gender: 'female',
    phone: `0${digits}`,
  })
  await visitor.post('/logout', {})
  for (const typed of spellings(digits)) {
    const tomorrow = newVisitor()
    const page = await login(typed, 'a-good-password', tomorrow)
    expect([typed, page.url, tomorrow.cookies.has('website_session')]).toEqual([typed, '/', true])
    expect((await tomorrow.get('/profile')).text).toContain(email)
  }
})

test('refuses an unknown number, a wrong password and a shared number with the same words', async () => {
  const phones = [`+92${newDigits()}`, `+92${newDigits()}`, `+92${newDigits()}`] as const
  await personWithPhone(phones[1])
  for (let n = 0; n < 3; n += 1) await personWithPhone(phones[2])
  for (const phone of phones) {
    const page = await login(phone, 'not-this-one')
    expect([page.status, problems(page)]).toEqual([400, ['Invalid login credentials']])
  }
})

test('signs in to the account that the password belongs to, if several have the number', async () => {
  const phone = `+92${newDigits()}`
  await personWithPhone(phone)
  const wanted = await personWithPhone(phone, 'the-second-one')
  await personWithPhone(phone)
  const visitor = newVisitor()
  expect((await login(phone, wanted.password, visitor)).url).toBe('/')
  expect((await visitor.get('/profile')).text).toContain(wanted.email)
})

test('refuses a password that fits several accounts with one number, and each e-mail still signs in', async () => {
  const phone = `+92${newDigits()}`
  const [one, other] = [await personWithPhone(phone), await personWithPhone(phone)]
  const visitor = newVisitor()
  const page = await login(phone, one.password, visitor)
  expect([page.status, problems(page)]).toEqual([400, ['Invalid login credentials']])
  expect(visitor.cookies.has('website_session')).toBe(false)
  for (const { email, password } of [one, other]) expect((await login(email, password)).url).toBe('/')
})

test('tries the five oldest accounts with a number', async () => {
  const phone = `+92${newDigits()}`
  const passwords = Array.from({ length: 6 }, (_, place) => `password-number-${place}`)
  for (const password of passwords) await personWithPhone(phone, password)
  expect((await login(phone, passwords[4] ?? '')).url).toBe('/')
  expect((await login(phone, passwords[5] ?? '')).status).toBe(400)
})

test('counts tries by phone and by e-mail together', async () => {
  const phone = `+92${newDigits()}`
  const person = await personWithPhone(phone)
  const attacker = newVisitor()
  for (let n = 0; n < 3; n += 1) await login(phone, `wrong-${n}`, attacker)
  for (let n = 3; n < 5; n += 1) await login(person.email, `wrong-${n}`, attacker)
  expect((await login(person.email, person.password, attacker)).status).toBe(429)
  // The response doesn't tell whether the number has an account, so the account is skipped silently.
  const byPhone = await login(phone, person.password, attacker)
  expect([byPhone.status, problems(byPhone)]).toEqual([400, ['Invalid login credentials']])
  expect((await login(phone, person.password)).url).toBe('/')
})

test('doesn’t reset the count of guesses when somebody puts another’s number into their profile', async () => {
  const phone = `+92${newDigits()}`
  const owner = await personWithPhone(phone)
  const attacker = await personWithPhone(phone, 'the-attackers-own')
  const visitor = newVisitor()
  for (let n = 0; n < 4; n += 1) await login(owner.email, `wrong-${n}`, visitor)
  expect((await login(phone, attacker.password, visitor)).url).toBe('/')
  await visitor.post('/logout', {})
  expect((await login(owner.email, owner.password, visitor)).status).toBe(429)
})

test('knows a browser that logged in by phone when others guess the account by e-mail', async () => {
  const phone = `+92${newDigits()}`
  const owner = await personWithPhone(phone)
  const home = newVisitor()
  await login(phone, owner.password, home)
  await home.post('/logout', {})
  await Promise.all(Array.from({ length: 26 }, (_, n) => login(owner.email, `wrong-${n}`)))
  // Twice, since an unknown network gets one try.
  await login(owner.email, 'mistyped', home)
  expect((await login(phone, owner.password, home)).url).toBe('/')
})
