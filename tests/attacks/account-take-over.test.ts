import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { anonymousClient, mailTo, newVisitor, serviceClient } from '../support/people.ts'
import { dom } from '../support/page-dom.ts'
import type { Visitor } from '../support/visitor.ts'

// Account pre-hijacking: an attacker (Mallory) signs up with an address before its owner does (decision 30).

const MALLORY = { fullName: 'Mallory Malik', password: 'mallorys-password', keepSignedIn: 'on' }
const OWNER = { fullName: 'Areeba Shah', password: 'the-owners-password', keepSignedIn: 'on' }
const newAddress = () => `owner-${randomUUID().slice(0, 8)}@example.com`

async function newestCode(email: string): Promise<string> {
  const mail = await mailTo(email, /verification code/)
  return /(\d{6})/.exec(mail.html ?? '')?.[1] ?? ''
}

async function countMails(email: string): Promise<number> {
  const response = await fetch(`${inject('sandbox').MAILBOX_URL}/emails?to=${encodeURIComponent(email)}`)
  return ((await response.json()) as unknown[]).length
}

/** Submits the sign-up form until a new code is mailed: Auth pauses for a second between two mails. Returns the code. */
async function signUp(visitor: Visitor, email: string, person: typeof OWNER): Promise<string> {
  const before = await countMails(email)
  const send = async () => {
    await visitor.post('/create-account', { ...person, email })
    return countMails(email)
  }
  await expect.poll(send, { interval: 700, timeout: 10_000 }).toBeGreaterThan(before)
  return newestCode(email)
}

/** Signs up as Mallory directly at Auth, which only needs the publishable key. */
async function plant(email: string): Promise<void> {
  const { error } = await anonymousClient().auth.signUp({
    email,
    password: MALLORY.password,
    options: { data: { full_name: MALLORY.fullName } },
  })
  if (error) throw error
}

const login = (email: string, password: string) => newVisitor().post('/login', { emailOrPhone: email, password })

async function profileOf(email: string) {
  const { data } = await serviceClient().from('profiles').select('full_name').eq('email', email).single()
  return data
}

test('the code sets the password and name typed in the browser that enters it, not those of an earlier sign-up', async () => {
  const email = newAddress()
  const [mallory, owner] = [newVisitor(), newVisitor()]
  await signUp(mallory, email, MALLORY)
  const code = await signUp(owner, email, OWNER)
  const page = await owner.post('/verify-otp', { code })
  expect(page.url).toBe('/profile-setup')
  expect(dom(page).querySelector('input[name=name]')?.getAttribute('value')).toBe(OWNER.fullName)
  expect(await profileOf(email)).toEqual({ full_name: OWNER.fullName })
  expect((await owner.get('/')).text).not.toContain('Mallory')
  expect((await login(email, OWNER.password)).url).toBe('/')
  expect((await login(email, MALLORY.password)).text).toContain('Invalid login credentials')
})

test('a password planted directly at Auth doesn’t work once the address is confirmed', async () => {
  const email = newAddress()
  await plant(email)
  const owner = newVisitor()
  const code = await signUp(owner, email, OWNER)
  await owner.post('/verify-otp', { code })
  expect((await anonymousClient().auth.signInWithPassword({ email, password: MALLORY.password })).error?.code).toBe(
    'invalid_credentials',
  )
  expect((await login(email, OWNER.password)).url).toBe('/')
})

test('a password planted at Auth doesn’t work even if the server crashes right after the code was accepted', async () => {
  const email = newAddress()
  await plant(email)
  const code = await newestCode(email)
  const { error } = await anonymousClient().auth.verifyOtp({ email, token: code, type: 'email' })
  expect(error).toBeNull()
  expect((await anonymousClient().auth.signInWithPassword({ email, password: MALLORY.password })).error?.code).toBe(
    'invalid_credentials',
  )
})

test('Mallory can’t verify with a guess or a used code', async () => {
  const email = newAddress()
  const [mallory, owner] = [newVisitor(), newVisitor()]
  await signUp(mallory, email, MALLORY)
  const code = await signUp(owner, email, OWNER)
  expect((await mallory.post('/verify-otp', { code: code === '000000' ? '000001' : '000000' })).status).toBe(400)
  await owner.post('/verify-otp', { code })
  const refused = await mallory.post('/verify-otp', { code })
  expect([refused.status, mallory.cookies.has('website_session')]).toEqual([400, false])
  expect((await login(email, OWNER.password)).url).toBe('/')
})

test('sessions from before the code was accepted end', async () => {
  const email = newAddress()
  await plant(email)
  const early = anonymousClient()
  await early.auth.verifyOtp({ email, token: await newestCode(email), type: 'email' })
  const { data } = await early.auth.getSession()
  // A second sign-up isn't possible now, but another code for the same address is.
  await anonymousClient().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const owner = newVisitor()
  await owner.post('/create-account', { ...OWNER, email })
  const mail = await mailTo(email, /confirmation code/)
  await owner.post('/verify-otp', { code: /(\d{6})/.exec(mail.html ?? '')?.[1] ?? '' })
  expect(owner.cookies.has('website_session')).toBe(true)
  expect((await anonymousClient().auth.getUser(data.session?.access_token ?? '')).error).not.toBeNull()
  expect((await login(email, OWNER.password)).url).toBe('/')
})

test('resetting the password of an unconfirmed account removes the attacker’s data', async () => {
  const email = newAddress()
  await signUp(newVisitor(), email, MALLORY)
  const owner = newVisitor()
  await owner.post('/forget-password', { email })
  const mail = await mailTo(email, /password/i)
  const token = /token_hash=([\w-]+)/.exec(mail.html ?? '')?.[1] ?? ''
  const page = await owner.post('/reset-password', { token, password: OWNER.password })
  expect(page.text).toContain('Your new password is set.')
  expect(page.text).not.toContain('Mallory')
  expect(await profileOf(email)).toEqual({ full_name: '' })
  expect((await login(email, MALLORY.password)).text).toContain('Invalid login credentials')
  expect((await login(email, OWNER.password)).url).toBe('/')
})

test('signing in with Google locks the attacker out of an unconfirmed account', async () => {
  const email = 'hina.javed@example.com'
  await plant(email)
  const owner = newVisitor()
  const away = await owner.submit('/auth/google', {})
  const provider = new URL(away.headers.get('location') ?? '')
  provider.searchParams.set('as', 'google-1004')
  const chosen = await fetch(provider, { redirect: 'manual' })
  await owner.request((chosen.headers.get('location') ?? '').replace(inject('shopUrl'), ''))
  const page = await owner.get('/profile')
  expect(page.text).toContain(email)
  expect(page.text).not.toContain('Mallory')
  expect(await profileOf(email)).toEqual({ full_name: 'Hina Javed' })
  expect((await login(email, MALLORY.password)).text).toContain('Invalid login credentials')
})

test('logging in fails before the address is confirmed', async () => {
  const email = newAddress()
  await plant(email)
  const mallory = newVisitor()
  await mallory.post('/login', { emailOrPhone: email, password: MALLORY.password })
  expect(mallory.cookies.has('website_session')).toBe(false)
})

test('the verification cookie hides the password and stays under 4 KB', async () => {
  const visitor = newVisitor()
  const password = 'x-secret-'.padEnd(72, 'z')
  await visitor.post('/create-account', { fullName: 'ॐ'.repeat(120), email: newAddress(), password })
  const cookie = visitor.cookies.get('website_verification') ?? ''
  expect(cookie.length).toBeGreaterThan(100)
  expect(`website_verification=${cookie}`.length).toBeLessThan(3_000)
  const shown = Buffer.from(decodeURIComponent(cookie).split('.')[0] ?? '', 'base64').toString()
  expect(shown).not.toContain('secret')
  expect(shown).not.toContain('ॐ')
})

test('an address with unusual characters can be verified and logged in', async () => {
  const email = `a&b-${randomUUID().slice(0, 8)}@x.pk`
  const owner = newVisitor()
  const code = await signUp(owner, email, OWNER)
  expect((await owner.get('/verify-otp')).text).toContain(email)
  expect((await owner.post('/verify-otp', { code })).url).toBe('/profile-setup')
})

test('the verification cookie of one address can’t be used for another', async () => {
  const [one, other] = [newAddress(), newAddress()]
  const [mallory, owner] = [newVisitor(), newVisitor()]
  await signUp(mallory, one, MALLORY)
  const code = await signUp(owner, other, OWNER)
  const kept = mallory.cookies.get('website_verification') ?? ''
  mallory.cookies.set('website_verification', kept.replace(/\.[^.]*$/, '.forged'))
  const page = await mallory.post('/verify-otp', { code })
  expect([page.url, mallory.cookies.has('website_session')]).toEqual(['/verify-otp', false])
})
