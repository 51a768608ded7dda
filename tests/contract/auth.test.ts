import type { UserAttributes } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { expect, inject, test } from 'vitest'
import { codeOf, currentStep } from '../../sandbox/supabase/totp.ts'
import {
  anonymousClient,
  asPerson,
  mailTo,
  newAddress,
  newPerson,
  serviceClient,
  type Backend,
  type Person,
} from '../support/contract.ts'

const PASSWORD = 'a-good-password'

test('signs in with a right password, not with a wrong one or an unconfirmed address (DB-02)', async () => {
  const person = await newPerson()
  const right = await anonymousClient().auth.signInWithPassword(person)
  expect(right.data.session).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    expires_in: 3600,
    token_type: 'bearer',
  })
  const wrong = await anonymousClient().auth.signInWithPassword({ email: person.email, password: 'wrong-password' })
  expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' })
  const email = newAddress()
  await anonymousClient().auth.signUp({ email, password: PASSWORD })
  expect((await anonymousClient().auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
    'email_not_confirmed',
  )
})

test('sign-up mails a code, the code starts a session, and the profile exists (DB-04, DB-05)', async () => {
  const email = newAddress()
  const client = anonymousClient()
  const started = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { full_name: 'Code Person' } },
  })
  expect([started.error, started.data.session]).toEqual([null, null])
  const code = /(\d{6})/.exec((await mailTo(email, /verification code/)).HTML)?.[1] ?? ''
  const wrong = await client.auth.verifyOtp({ email, token: code === '000000' ? '000001' : '000000', type: 'email' })
  expect(wrong.error).not.toBeNull()
  const right = await client.auth.verifyOtp({ email, token: code, type: 'email' })
  expect(right.data.user?.user_metadata.full_name).toBe('Code Person')
  const { data } = await client.from('profiles').select('full_name, email').single()
  expect(data).toEqual({ full_name: 'Code Person', email })
  expect((await anonymousClient().auth.verifyOtp({ email, token: code, type: 'email' })).error).not.toBeNull()
})

test('resend limits bursts and reveals no accounts; nor does a second sign-up (DB-06)', async () => {
  const email = newAddress()
  await anonymousClient().auth.signUp({ email, password: PASSWORD })
  expect((await anonymousClient().auth.resend({ type: 'signup', email })).error?.code).toBe(
    'over_email_send_rate_limit',
  )
  expect((await anonymousClient().auth.resend({ type: 'signup', email: newAddress() })).error).toBeNull()
  const person = await newPerson()
  const again = await anonymousClient().auth.signUp({ email: person.email, password: 'another-password' })
  expect([again.error, again.data.session, again.data.user?.id === person.id]).toEqual([null, null, false])
})

test('a second sign-up before the address is confirmed keeps the first password', async () => {
  const email = newAddress()
  await anonymousClient().auth.signUp({ email, password: 'the-first-password' })
  await anonymousClient().auth.signUp({ email, password: 'the-second-password' })
  const first = await anonymousClient().auth.signInWithPassword({ email, password: 'the-first-password' })
  const second = await anonymousClient().auth.signInWithPassword({ email, password: 'the-second-password' })
  expect([first.error?.code, second.error?.code]).toEqual(['email_not_confirmed', 'invalid_credentials'])
})

test('reads the user, refreshes tokens, signs out and recovers passwords (DB-07)', async () => {
  const person = await newPerson()
  const client = await asPerson(person)
  expect((await client.auth.getUser()).data.user?.id).toBe(person.id)
  const before = (await client.auth.getSession()).data.session
  const after = (await client.auth.refreshSession()).data.session
  expect(after?.refresh_token).not.toBe(before?.refresh_token)
  await client.auth.signOut()
  expect((await anonymousClient().auth.getUser(after?.access_token ?? '')).error).not.toBeNull()
  await anonymousClient().auth.resetPasswordForEmail(person.email)
  const token = /token_hash=([\w-]+)/.exec((await mailTo(person.email, /password/)).HTML)?.[1] ?? ''
  const isOpen = async () => (await serviceClient().rpc('is_recovery_link_open', { token_hash: token })).data
  expect(await isOpen()).toBe(true)
  const recovered = await anonymousClient().auth.verifyOtp({ token_hash: token, type: 'recovery' })
  expect(recovered.data.user?.id).toBe(person.id)
})

test('a second factor raises the session’s level, its times stay when it is refreshed, and the password alone can’t replace it', async () => {
  const person = await newPerson()
  const client = await asPerson(person)
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App', issuer: 'Shop' })
  if (enrolled.error) throw enrolled.error
  const { id: factorId, totp } = enrolled.data
  expect(totp.uri).toContain(`secret=${totp.secret}`)
  const wrong = await client.auth.mfa.challengeAndVerify({ factorId, code: '000000' })
  expect(wrong.error?.code).toBe('mfa_verification_failed')
  const right = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(totp.secret, currentStep()) })
  expect(right.error).toBeNull()
  await client.auth.refreshSession()
  const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data?.currentLevel).toBe('aal2')
  expect(level.data?.currentAuthenticationMethods).toEqual([
    { method: 'totp', timestamp: expect.any(Number) },
    { method: 'password', timestamp: expect.any(Number) },
  ])
  const other = await asPerson(person)
  expect((await other.auth.mfa.listFactors()).data?.totp.map(({ id }) => id)).toEqual([factorId])
  expect((await other.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Second' })).error?.code).toBe(
    'insufficient_aal',
  )
  expect((await other.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
})

/** Returns the token of the link that asks an address to confirm a change. */
async function changeToken(address: string): Promise<string> {
  return /token_hash=([\w-]+)/.exec((await mailTo(address, /Confirm your new e-mail/)).HTML)?.[1] ?? ''
}

test('an address changes once the links to both were followed, in any order, and the one before gets a notice', async () => {
  for (const isOldFirst of [true, false]) {
    const person = await newPerson()
    const email = newAddress()
    expect((await (await asPerson(person)).auth.updateUser({ email })).error).toBeNull()
    const [first = '', second = ''] = isOldFirst ? [person.email, email] : [email, person.email]
    const follow = async (address: string) =>
      anonymousClient().auth.verifyOtp({ token_hash: await changeToken(address), type: 'email_change' })
    const half = await follow(first)
    expect([half.error, half.data.session]).toEqual([null, null])
    expect((await follow(first)).error?.code).toBe('otp_expired')
    await asPerson(person)
    const whole = await follow(second)
    expect([whole.error, whole.data.session?.user.email]).toEqual([null, email])
    expect((await mailTo(person.email, /e-mail at Chambeli was changed/)).HTML).toContain(email)
    await asPerson({ ...person, email })
  }
})

test('a new password, a new second factor and a removed one send a notice', async () => {
  const person = await newPerson()
  const client = await asPerson(person)
  const changed = await client.auth.updateUser({ password: 'another-password', current_password: person.password })
  expect(changed.error).toBeNull()
  expect((await mailTo(person.email, /password was set/)).HTML).toContain(person.email)
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (data?.type !== 'totp') throw new Error('No factor.')
  await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret, currentStep()) })
  await mailTo(person.email, /second factor was added/)
  await client.auth.mfa.unenroll({ factorId: data.id })
  await mailTo(person.email, /second factor was removed/)
})

/** Adds a second factor to the session of `client`. Returns its ID, and a function that returns the code of this moment. */
async function addFactor(client: Backend): Promise<{ factorId: string; code: () => string }> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const code = () => codeOf(data.totp.secret, currentStep())
  const added = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: code() })
  if (added.error) throw added.error
  return { factorId: data.id, code }
}

const tokenOf = async (client: Backend) => (await client.auth.getSession()).data.session?.access_token ?? ''
const isOpen = async (client: Backend) => (await anonymousClient().auth.getUser(await tokenOf(client))).error === null
const linkToken = async (address: string) =>
  /token_hash=([\w-]+)/.exec((await mailTo(address, /Set a new .* password/)).HTML)?.[1] ?? ''

test('an account with a second factor changes its password and address only with it, which ends sessions without it', async () => {
  const person = await newPerson()
  const [strong, before] = [await asPerson(person), await asPerson(person)]
  const { factorId, code } = await addFactor(strong)
  expect(await isOpen(before)).toBe(false)
  const weak = await asPerson(person)
  const changes: UserAttributes[] = [{ password: 'another-password' }, { email: newAddress() }]
  for (const change of changes)
    expect((await weak.auth.updateUser(change)).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
  expect((await weak.auth.updateUser({ data: { language: 'ur' } })).error).toBeNull()
  expect((await weak.auth.mfa.challengeAndVerify({ factorId, code: code() })).error).toBeNull()
  const changed = await weak.auth.updateUser({ password: 'another-password', current_password: person.password })
  expect(changed.error).toBeNull()
})

test('a challenge takes one right code; the same code is good for the next challenge', async () => {
  const client = await asPerson(await newPerson())
  const { factorId, code } = await addFactor(client)
  const { data } = await client.auth.mfa.challenge({ factorId })
  const verify = (challengeId: string, typed: string) => client.auth.mfa.verify({ factorId, challengeId, code: typed })
  const typed = code()
  const wrong = typed === '000000' ? '000001' : '000000'
  expect((await verify(data?.id ?? '', wrong)).error?.code).toBe('mfa_verification_failed')
  expect((await verify(data?.id ?? '', typed)).error).toBeNull()
  expect((await verify(data?.id ?? '', typed)).error?.code).toBe('mfa_ip_address_mismatch')
  expect((await verify(crypto.randomUUID(), typed)).error?.code).toBe('mfa_factor_not_found')
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code: typed })).error).toBeNull()
})

test('a factor that is used removes those that aren’t; without its factor a session has the lower level', async () => {
  const person = await newPerson()
  const client = await asPerson(person)
  await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Not used' })
  const { factorId } = await addFactor(client)
  const { mfa } = serviceClient().auth.admin
  expect((await mfa.listFactors({ userId: person.id })).data?.factors.map(({ id }) => id)).toEqual([factorId])
  expect((await mfa.deleteFactor({ userId: person.id, id: factorId })).error).toBeNull()
  expect(decodeJwt((await client.auth.refreshSession()).data.session?.access_token ?? '').aal).toBe('aal1')
})

test('a banned account is refused before its password is looked at, and its sessions end, until the ban is lifted', async () => {
  const person = await newPerson()
  const client = await asPerson(person)
  const { admin } = serviceClient().auth
  expect((await admin.updateUserById(person.id, { ban_duration: '1h' })).data.user?.banned_until).toBeTruthy()
  for (const password of [person.password, 'wrong-password'])
    expect((await anonymousClient().auth.signInWithPassword({ email: person.email, password })).error).toMatchObject({
      status: 400,
      code: 'user_banned',
    })
  expect((await anonymousClient().auth.getUser(await tokenOf(client))).error).toMatchObject({
    status: 403,
    code: 'user_banned',
  })
  expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400, code: 'user_banned' })
  await admin.updateUserById(person.id, { ban_duration: 'none' })
  await asPerson(person)
})

test('a link or code that is used, and a new password, end the links and codes of earlier mails', async () => {
  const changing = async (): Promise<[Person, Backend, string]> => {
    const person = await newPerson()
    const client = await asPerson(person)
    const email = newAddress()
    expect((await client.auth.updateUser({ email })).error).toBeNull()
    return [person, client, await changeToken(email)]
  }
  const follow = (token_hash: string) => anonymousClient().auth.verifyOtp({ token_hash, type: 'email_change' })

  const [reset, , first] = await changing()
  await anonymousClient().auth.resetPasswordForEmail(reset.email)
  const opened = await anonymousClient().auth.verifyOtp({ token_hash: await linkToken(reset.email), type: 'recovery' })
  expect(opened.error).toBeNull()
  expect((await follow(first)).error?.code).toBe('otp_expired')

  const [person, client, second] = await changing()
  await client.auth.updateUser({ password: 'another-password', current_password: person.password })
  expect((await follow(second)).error?.code).toBe('otp_expired')

  const email = newAddress()
  await anonymousClient().auth.signUp({ email, password: PASSWORD })
  await anonymousClient().auth.resetPasswordForEmail(email)
  const link = await linkToken(email)
  const isLinkOpen = async () => (await serviceClient().rpc('is_recovery_link_open', { token_hash: link })).data
  expect(await isLinkOpen()).toBe(true)
  const code = /(\d{6})/.exec((await mailTo(email, /verification code/)).HTML)?.[1] ?? ''
  expect((await anonymousClient().auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
  expect(await isLinkOpen()).toBe(false)
  expect((await anonymousClient().auth.verifyOtp({ token_hash: link, type: 'recovery' })).error?.code).toBe(
    'otp_expired',
  )
})

test('links for a password and codes of a known address share one pause, and so do changes of the address', async () => {
  const person = await newPerson()
  const auth = anonymousClient().auth
  const code = () => auth.signInWithOtp({ email: person.email, options: { shouldCreateUser: false } })
  expect((await auth.resetPasswordForEmail(person.email)).error).toBeNull()
  expect((await code()).error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  const client = await asPerson(person)
  expect((await client.auth.updateUser({ email: newAddress() })).error).toBeNull()
  expect((await client.auth.updateUser({ email: newAddress() })).error?.code).toBe('over_email_send_rate_limit')
  const known = await newPerson()
  expect((await client.auth.updateUser({ email: known.email })).error?.code).toBe('email_exists')
})

test('a session says how it was opened, and a used refresh token is good for a few seconds more', async () => {
  const email = newAddress()
  const client = anonymousClient()
  await client.auth.signUp({ email, password: PASSWORD })
  const code = /(\d{6})/.exec((await mailTo(email, /verification code/)).HTML)?.[1] ?? ''
  const { data } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
  expect(decodeJwt(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'otp' }])
  const used = data.session?.refresh_token ?? ''
  for (const _ of ['next', 'the one after it']) expect((await client.auth.refreshSession()).error).toBeNull()
  const again = await anonymousClient().auth.refreshSession({ refresh_token: used })
  expect([again.error, again.data.user?.email]).toEqual([null, email])
})

test('a new password ends the other sessions, one that an admin sets all of them, and weak ones are refused to both', async () => {
  const person = await newPerson()
  const [client, other] = [await asPerson(person), await asPerson(person)]
  const passwords = { password: 'another-password', current_password: person.password }
  expect((await client.auth.updateUser(passwords)).error).toBeNull()
  expect([await isOpen(client), await isOpen(other)]).toEqual([true, false])
  const { admin } = serviceClient().auth
  for (const [password, code] of [
    ['12345', 'weak_password'],
    ['x'.repeat(73), 'validation_failed'],
  ] as const) {
    expect((await admin.updateUserById(person.id, { password })).error?.code).toBe(code)
    expect((await client.auth.updateUser({ ...passwords, password })).error?.code).toBe(code)
  }
  expect((await admin.updateUserById(person.id, { password: 'by-an-admin' })).error).toBeNull()
  expect(await isOpen(client)).toBe(false)
})

test('Auth refuses addresses as HTML does, and a shopper’s hand on what only an admin sets', async () => {
  for (const email of ['ا@example.com', 'a"b"@example.com', 'a@example..com', 'a@-b.com'])
    expect((await anonymousClient().auth.signUp({ email, password: PASSWORD })).error?.code).toBe('validation_failed')
  const client = await asPerson(await newPerson())
  const change = { app_metadata: { role: 'manager' } } as UserAttributes
  expect((await client.auth.updateUser(change)).error).toMatchObject({ status: 403, code: 'not_admin' })
})

test('an error has its code in the form of the version that a request names', async () => {
  const { url, publishableKey } = inject('contract')
  const refresh = async (headers: Record<string, string>) => {
    const response = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json', ...headers },
      body: '{"refresh_token":"no"}',
    })
    return [response.status, await response.json()]
  }
  const message = 'Refresh token is not valid'
  expect(await refresh({})).toEqual([400, { code: 400, error_code: 'validation_failed', msg: message }])
  expect(await refresh({ 'x-supabase-api-version': '2024-01-01' })).toEqual([
    400,
    { code: 'validation_failed', message },
  ])
})

test('a phone number with password is refused, because the phone provider is off', async () => {
  const { error } = await anonymousClient().auth.signInWithPassword({ phone: '+923001234567', password: PASSWORD })
  expect(error).toMatchObject({ status: 422, code: 'phone_provider_disabled', message: 'Phone logins are disabled' })
})

test('only the service role finds accounts by phone number', async () => {
  const person = await newPerson()
  // +888 isn't assigned to any country, so nobody has this number.
  const phone = `+888${String(Date.now()).slice(-9)}`
  const { error } = await (await asPerson(person)).from('profiles').update({ phone_number: phone }).eq('id', person.id)
  expect(error).toBeNull()
  const found = await serviceClient()
    .from('profiles')
    .select('email')
    .eq('phone_number', phone)
    .order('created_at')
    .limit(5)
  expect(found.data).toEqual([{ email: person.email }])
  expect((await anonymousClient().from('profiles').select('email').eq('phone_number', phone)).error?.code).toBe('42501')
  const other = await asPerson(await newPerson())
  expect((await other.from('profiles').select('email').eq('phone_number', phone)).data).toEqual([])
})
