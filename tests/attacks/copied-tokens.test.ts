import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, inject, test } from 'vitest'
import { codeOf, currentStep } from '../../sandbox/supabase/totp.ts'
import { anonymousClient, asPerson, mailTo, newPerson, newVisitor, signedIn, type Person } from '../support/people.ts'
import { connect } from '../support/postgres-server.ts'
import { sandboxPostgres } from '../support/sandbox-postgres.ts'

// Somebody has a copy of a shopper's cookies, or of the access token itself, and calls Auth with the publishable key.

const newAddress = () => `thief-${randomUUID().slice(0, 8)}@example.com`

/** Makes a session of Auth older, in whichever sandbox it was opened. */
async function ageSession(session: string, hours: number): Promise<void> {
  const host = sandboxPostgres() ?? ''
  const server = await connect(host, 'postgres', 'postgres')
  const { rows } = await server.query<{ datname: string }>(
    "select datname from pg_database where datname like 'folder_%'",
  )
  await server.end()
  for (const { datname } of rows) {
    const database = await connect(host, datname, 'postgres')
    await database.query(
      'update auth.sessions set created_at = created_at - make_interval(hours => $2) where id::text = $1',
      [session, hours],
    )
    await database.end()
  }
}

/** Every reading of a text that needs no key: as it is, in parts, and decoded once or twice as base64. */
function readings(text: string): string[] {
  const parts = [text, decodeURIComponent(text)].flatMap((one) => [one, ...one.split(/[.~]/)])
  const decoded = parts.map((part) => Buffer.from(part, 'base64').toString('latin1'))
  return [...parts, ...decoded, ...decoded.map((part) => Buffer.from(part, 'base64').toString('latin1'))]
}

/** Opens a session of an account. Returns its access token, as a thief has it. */
async function copiedToken({ email, password }: Person): Promise<string> {
  const { data, error } = await anonymousClient().auth.signInWithPassword({ email, password })
  if (error) throw error
  return data.session.access_token
}

/** Changes an account at Auth with nothing but a copied token. Returns Auth's code of the error, or null. */
async function changeByToken(token: string, attributes: Record<string, string>): Promise<string | null> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: apikey = '' } = inject('sandbox')
  const response = await fetch(`${SUPABASE_URL}/auth/v1/user`, {
    method: 'PUT',
    headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(attributes),
  })
  const { error_code: code } = (await response.json()) as { error_code?: string }
  return response.ok ? null : (code ?? String(response.status))
}

/** Whether an address and a password open a session. */
async function canSignIn(email: string, password: string): Promise<boolean> {
  return (await anonymousClient().auth.signInWithPassword({ email, password })).error === null
}

const linkIn = (html = '') => /token_hash=([\w-]+)/.exec(html)?.[1] ?? ''
const follow = (token: string) => anonymousClient().auth.verifyOtp({ token_hash: token, type: 'email_change' })

test('no cookie of a signed-in shopper has a readable token, address or ID, and each fits into a browser', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  await visitor.get('/profile')
  const text = [...visitor.cookies.values()].flatMap(readings).join('\n')
  const [header = ''] = (await copiedToken(person)).split('.')
  for (const readable of [header, '"access"', '"refresh"', person.email, person.id, person.name])
    expect(text).not.toContain(readable)
  for (const [name, value] of visitor.cookies) expect(name.length + value.length).toBeLessThan(4_000)
})

test('a session that is older than a day sets no password, a new sign-in does', async () => {
  const person = await newPerson()
  const token = await copiedToken(person)
  await ageSession(String(decodeJwt(token).session_id), 25)
  expect(await changeByToken(token, { password: 'the-thiefs-password' })).toBe('reauthentication_needed')
  expect(await canSignIn(person.email, person.password)).toBe(true)
  expect(await changeByToken(await copiedToken(person), { password: 'another-password' })).toBeNull()
})

test('a password that is set with a copied token is told to the account’s address, with what to do', async () => {
  const person = await newPerson()
  await changeByToken(await copiedToken(person), { password: 'the-thiefs-password' })
  const { html } = await mailTo(person.email, /password was set/)
  expect(html).toContain(person.email)
  expect(html).toContain(`${inject('shopUrl')}/forget-password`)
})

test('an address that is changed with a copied token needs the mail to the address that was there before', async () => {
  const person = await newPerson()
  const email = newAddress()
  expect(await changeByToken(await copiedToken(person), { email })).toBeNull()
  const warning = await mailTo(person.email, /Confirm your new e-mail/)
  for (const part of [person.email, email, `${inject('shopUrl')}/forget-password`]) expect(warning.html).toContain(part)
  const own = linkIn((await mailTo(email, /Confirm your new e-mail/)).html)
  expect((await follow(own)).data.session).toBeNull()
  expect((await follow(own)).error?.code).toBe('otp_expired')
  expect([await canSignIn(email, person.password), await canSignIn(person.email, person.password)]).toEqual([
    false,
    true,
  ])
})

test('after both links the address is another, and the one before is told', async () => {
  const person = await newPerson()
  const email = newAddress()
  await changeByToken(await copiedToken(person), { email })
  const links = await Promise.all([person.email, email].map((address) => mailTo(address, /Confirm your new e-mail/)))
  for (const { html } of links) expect((await follow(linkIn(html))).error).toBeNull()
  expect([await canSignIn(email, person.password), await canSignIn(person.email, person.password)]).toEqual([
    true,
    false,
  ])
  const { html } = await mailTo(person.email, /e-mail at Chambeli was changed/)
  for (const part of [person.email, email, `${inject('shopUrl')}/contact`]) expect(html).toContain(part)
})

test('a second factor that is added or removed with a copied token is told to the account’s address', async () => {
  const person = await newPerson()
  const { auth } = await asPerson(person)
  const { data } = await auth.mfa.enroll({ factorType: 'totp' })
  if (!data || data.type !== 'totp') throw new Error('No factor.')
  await auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret, currentStep()) })
  expect((await mailTo(person.email, /second factor was added/)).html).toContain('/forget-password')
  await auth.mfa.unenroll({ factorId: data.id })
  expect((await mailTo(person.email, /second factor was removed/)).html).toContain('/forget-password')
})

test('a shopper’s own change of the password is told too, also by the link for a forgotten one', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const password = { intent: 'password', current: person.password, password: 'a-second-password' }
  expect((await visitor.post('/profile/account', password)).text).toContain('Your new password is set.')
  expect((await mailTo(person.email, /password was set/)).html).toContain(person.email)
  const forgetful = await newPerson()
  await newVisitor().post('/forget-password', { email: forgetful.email })
  const token = linkIn((await mailTo(forgetful.email, /Set a new/)).html)
  await newVisitor().post('/reset-password', { token, password: 'a-third-password' })
  expect((await mailTo(forgetful.email, /password was set/)).html).toContain(forgetful.email)
})
