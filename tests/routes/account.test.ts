import { parse } from 'node-html-parser'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { addToCart, placeOrder } from '../support/checkout.ts'
import { all, dom, links, words } from '../support/page-dom.ts'
import { mailTo, newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { Visitor, type Fields, type Page } from '../support/visitor.ts'

const problems = (page: Page) => all(dom(page), 'main [role=alert] div')
const newAddress = () => `new-${crypto.randomUUID().slice(0, 8)}@example.com`

/** Returns the latest code mailed to an address. */
async function codeFor(email: string): Promise<string> {
  const mail = await mailTo(email, /code|confirm|verify/i)
  return /(\d{6})/.exec(mail.html ?? mail.text ?? '')?.[1] ?? ''
}

/** Creates a visitor who has submitted the sign-up form and waits for the code. */
async function signedUp(email = newAddress()) {
  const visitor = newVisitor()
  const page = await visitor.post('/create-account', {
    fullName: 'Areeba Shah',
    email,
    password: 'a-good-password',
    keepSignedIn: 'on',
  })
  return { visitor, email, page }
}

test('says so at the log-in and the code if the browser hasn’t kept their cookie, and only then', async () => {
  const person = await newPerson()
  const unconfirmed = {
    fullName: 'Hina Khan',
    email: `hina-${crypto.randomUUID().slice(0, 8)}@example.com`,
    password: 'jasmine-tea-7',
  }
  const forms: [path: string, fields: Fields, page: string][] = [
    ['/login', { emailOrPhone: person.email, password: person.password }, '/'],
    ['/create-account', unconfirmed, '/verify-otp'],
    ['/login', { emailOrPhone: unconfirmed.email, password: unconfirmed.password }, '/verify-otp'],
  ]
  for (const [path, fields, page] of forms) {
    const visitor = newVisitor()
    const next = (await visitor.submit(path, fields)).headers.get('location') ?? ''
    const lost = dom(await newVisitor().get(next))
    expect(words(lost.querySelector('main [role=alert]'))).toMatch(/^Your browser didn’t keep our cookie/)
    const kept = await visitor.get(next)
    expect([kept.url, kept.text.includes('cookie')]).toEqual([page, false])
  }
})

test('shows the login form with its links (LG-01, LG-02, LG-03, LG-04, LG-07, LG-08, LG-09)', async () => {
  const page = dom(await newVisitor().get('/login'))
  expect(words(page.querySelector('h1'))).toBe('LOGIN NOW')
  expect(page.querySelector('input[name=emailOrPhone]')?.getAttribute('autocomplete')).toBe('username')
  expect(page.querySelector('input[name=password]')?.getAttribute('autocomplete')).toBe('current-password')
  expect(page.querySelector('input[name=keepSignedIn][type=checkbox]')).not.toBeNull()
  const link = (text: string) =>
    page
      .querySelectorAll('main a')
      .find((one) => words(one) === text)
      ?.getAttribute('href')
  expect([link('Forget Password?'), link('Sign up')]).toEqual(['/forget-password', '/create-account'])
  expect(page.querySelectorAll('main button[formaction="/auth/google"]').map((button) => words(button))).toEqual([
    'Sign in with Google',
  ])
})

test('reports both missing fields of an empty login (LG-12, LG-13)', async () => {
  const page = await newVisitor().post('/login', { emailOrPhone: ' ', password: '' })
  expect([page.status, problems(page)]).toEqual([400, ['Email or phone number is required.', 'Password is required.']])
  expect(dom(page).querySelector('input[name=emailOrPhone]')?.getAttribute('aria-invalid')).toBe('true')
})

test('signs in with an e-mail in any case, and redirects home (LG-11, LG-14, LG-16)', async () => {
  const person = await newPerson()
  const visitor = newVisitor()
  const page = await visitor.post('/login', {
    emailOrPhone: ` ${person.email.toUpperCase()} `,
    password: person.password,
  })
  expect(page.url).toBe('/')
  expect((await visitor.get('/profile')).text).toContain(person.email)
})

test('shows the service’s message of a refused login in a red box, and keeps the fields except the password (LG-21, LG-24)', async () => {
  const person = await newPerson()
  const page = await newVisitor().post('/login', { emailOrPhone: person.email, password: 'not-this-one' })
  const root = dom(page)
  expect([page.status, problems(page)]).toEqual([400, ['Invalid login credentials']])
  // Red, unlike .notice-ok and .notice-info.
  expect(root.querySelector('[role=alert]')?.getAttribute('class')).toBe('notice')
  expect(root.querySelector('input[name=emailOrPhone]')?.getAttribute('value')).toBe(person.email)
  expect(page.html).not.toContain('not-this-one')
  expect((await newVisitor().post('/login', { emailOrPhone: 'not a number', password: 'x' })).text).toContain(
    'Invalid login credentials',
  )
})

test('keeps a persistent session after the browser closes, no other, and logging out ends both (LG-05, LG-06, LG-32)', async () => {
  const person = await newPerson()
  const login = (keep: Record<string, string>) =>
    newVisitor().submit('/login', { emailOrPhone: person.email, password: person.password, ...keep })
  const cookie = async (response: Response) =>
    response.headers.getSetCookie().find((line) => line.startsWith('website_session='))
  expect(await cookie(await login({ keepSignedIn: 'on' }))).toContain('Max-Age=2592000')
  expect(await cookie(await login({}))).not.toMatch(/Max-Age|Expires/)
  const visitor = await signedIn(person)
  const kept = visitor.cookies.get('website_session') ?? ''
  expect((await visitor.post('/logout', {})).url).toBe('/')
  expect(visitor.cookies.has('website_session')).toBe(false)
  visitor.cookies.set('website_session', kept)
  expect((await visitor.get('/profile')).text).toContain('Please log in to continue.')
})

test('shows the sign-up form (SU-01, SU-02, SU-03, SU-04, SU-05)', async () => {
  const page = dom(await newVisitor().get('/create-account'))
  const fields = page
    .querySelectorAll('main form[method=post] input')
    .map((input) => [input.getAttribute('name'), input.getAttribute('autocomplete')])
  expect(fields).toEqual(
    expect.arrayContaining([
      ['fullName', 'name'],
      ['email', 'email'],
      ['password', 'new-password'],
      ['keepSignedIn', undefined],
    ]),
  )
  expect(page.querySelector('main button[formaction="/auth/google"]')).not.toBeNull()
})

test('reports each missing or wrong field, and keeps the rest (SU-06, SU-07, SU-08, SU-09, SU-10)', async () => {
  const send = (fields: Record<string, string>) =>
    newVisitor().post('/create-account', { fullName: '', email: '', password: '', ...fields })
  expect(problems(await send({}))).toEqual(['Full Name is required.', 'Email is required.', 'Password is required.'])
  for (const email of ['nonsense', 'a@b', 'a b@c.d'])
    expect(problems(await send({ fullName: 'A', email, password: '123abc' }))).toEqual(['Invalid email format.'])
  const short = await send({ fullName: 'Areeba', email: 'a@example.com', password: '12345' })
  expect(problems(short)).toEqual(['Password must be at least 6 characters.'])
  expect(dom(short).querySelector('input[name=fullName]')?.getAttribute('value')).toBe('Areeba')
  expect(problems(await send({ fullName: 'A', email: 'a@example.com', password: '123456' }))).toEqual([
    'This password is too common. Please choose another.',
  ])
  expect(problems(await send({ fullName: 'A', email: 'a@example.com', password: 'é'.repeat(37) }))).toEqual([
    'Password must be at most 72 characters.',
  ])
})

test('leads from the form to a page for the mailed code, which survives a reload (SU-15, SU-18, SU-19, SU-20, SU-21, SU-22, SU-34)', async () => {
  const { visitor, email, page } = await signedUp()
  const cookies = ['website_session', 'website_verification'].map((name) => visitor.cookies.has(name))
  expect([page.url, ...cookies]).toEqual(['/verify-otp', false, true])
  const reloaded = await visitor.get('/verify-otp')
  const root = dom(reloaded)
  expect(words(root.querySelector('h1'))).toBe('Verify Email')
  expect(reloaded.text).toContain(email)
  expect(root.querySelector('input[name=code]')?.getAttribute('autocomplete')).toBe('one-time-code')
  expect(all(root, 'main button')).toEqual(['Verify Code', 'Resend Code'])
  const back = root.querySelectorAll('main a').at(-1)
  expect([words(back ?? null), back?.getAttribute('href')]).toEqual(['Back to Login', '/login'])
})

test('signs up by the mailed code, and leads to the dashboard (SU-14, SU-16, SU-17, SU-32, SU-33)', async () => {
  const { visitor, email } = await signedUp()
  expect(visitor.cookies.has('website_session')).toBe(false)
  const verified = await visitor.submit('/verify-otp', { code: await codeFor(email) })
  expect(verified.headers.get('location')).toBe('/dashboard')
  const done = await visitor.get('/dashboard')
  expect(done.url).toBe('/profile-setup')
  expect(visitor.cookies.has('website_verification')).toBe(false)
  expect(dom(done).querySelector('input[name=name]')?.getAttribute('value')).toBe('Areeba Shah')
})

test('tells a visitor who has nothing to verify (SU-23, SU-24, SU-25, SU-35)', async () => {
  const visitor = newVisitor()
  const page = await visitor.get('/verify-otp')
  expect(page.text).toContain('Verification Required Please complete the registration process first.')
  const link = dom(page)
    .querySelectorAll('main a')
    .find((one) => words(one) === 'Go to Registration')
  expect(link?.getAttribute('href')).toBe('/create-account')
  expect((await visitor.post('/verify-otp', { intent: 'resend' })).text).toContain(
    'Email not found. Please go back to registration.',
  )
})

test('accepts only the right six digits as a code (SU-26, SU-29)', async () => {
  const { visitor, email } = await signedUp()
  for (const code of ['', '12345', 'abcdef'])
    expect(problems(await visitor.post('/verify-otp', { code }))).toEqual([
      'Please enter a valid 6-digit verification code.',
    ])
  const right = await codeFor(email)
  const wrong = right === '111111' ? '222222' : '111111'
  const refused = await visitor.post('/verify-otp', { code: wrong })
  expect([refused.status, problems(refused)]).toEqual([400, ['Invalid verification code. Please try again.']])
  expect((await visitor.post('/verify-otp', { code: ` ${right.slice(0, 3)}-${right.slice(3)} ` })).url).toBe(
    '/profile-setup',
  )
})

test('leads a login before verification to the code page and mails a code, in another browser too', async () => {
  const { email } = await signedUp()
  const first = await codeFor(email)
  const elsewhere = newVisitor()
  let page = await elsewhere.get('/login')
  // Auth accepts one mail per second.
  const logIn = async () => {
    page = await elsewhere.post('/login', { emailOrPhone: email.toUpperCase(), password: 'a-good-password' })
    return codeFor(email)
  }
  await expect.poll(logIn, { interval: 700, timeout: 10_000 }).not.toBe(first)
  expect(page.url).toBe('/verify-otp')
  expect(page.text).toContain(`We mailed a 6-digit code to ${email}`)
  const second = await codeFor(email)
  const done = await elsewhere.post('/verify-otp', { code: second })
  expect(done.url).toBe('/profile-setup')
  expect(dom(done).querySelector('input[name=name]')?.getAttribute('value')).toBe('Areeba Shah')
  expect((await newVisitor().post('/login', { emailOrPhone: email, password: 'a-good-password' })).url).toBe('/')
})

test('mails an address that already has an account, and shows the same page', async () => {
  const person = await newPerson()
  const known = await signedUp(person.email)
  const unknown = await signedUp()
  const main = ({ page, email }: typeof known) => words(dom(page).querySelector('main')).replace(email, '')
  expect([known.page.status, known.page.url, main(known)]).toEqual([
    unknown.page.status,
    unknown.page.url,
    main(unknown),
  ])
  const mail = await mailTo(person.email, /You already have an account/)
  expect(mail.text).toContain(`${inject('shopUrl')}/login`)
  expect(mail.text).toContain(`${inject('shopUrl')}/forget-password`)
  const resent = [
    await known.visitor.post('/verify-otp', { intent: 'resend' }),
    await unknown.visitor.post('/verify-otp', { intent: 'resend' }),
  ]
  expect(resent.map(({ text }) => text.includes('Verification code sent successfully!'))).toEqual([true, true])
})

test('sends another code, then not for a minute, and rejects the old one (SU-36, SU-39)', async () => {
  const { visitor, email } = await signedUp()
  const first = await codeFor(email)
  const before = new Map(visitor.cookies)
  // Auth accepts one mail per second.
  let page = await visitor.get('/verify-otp')
  const resend = async () => {
    visitor.cookies = new Map(before)
    page = await visitor.post('/verify-otp', { intent: 'resend' })
    return codeFor(email)
  }
  await expect.poll(resend, { interval: 700, timeout: 10_000 }).not.toBe(first)
  expect(page.text).toContain('Verification code sent successfully!')
  const button = dom(page)
    .querySelectorAll('main button')
    .find((one) => words(one).startsWith('Resend Code'))
  expect(button?.hasAttribute('disabled')).toBe(true)
  expect(words(button ?? null)).toMatch(/^Resend Code in (60|59|58) s$/)
  expect((await visitor.post('/verify-otp', { intent: 'resend' })).text).toMatch(/Please wait \d+ seconds/)
  const second = await codeFor(email)
  expect(second).not.toBe(first)
  expect((await visitor.post('/verify-otp', { code: first })).url).toBe('/verify-otp')
  expect((await visitor.post('/verify-otp', { code: second })).url).toBe('/profile-setup')
})

test('attack: stops guessing a code after five tries; another’s code opens nothing, and no code works twice', async () => {
  const [one, other] = [await signedUp(), await signedUp()]
  expect((await one.visitor.post('/verify-otp', { code: await codeFor(other.email) })).url).toBe('/verify-otp')
  for (let n = 0; n < 4; n += 1) await one.visitor.post('/verify-otp', { code: '000000' })
  const stopped = await one.visitor.post('/verify-otp', { code: await codeFor(one.email) })
  expect([stopped.status, stopped.text]).toEqual([429, expect.stringContaining('Too many tries.')])
  const code = await codeFor(other.email)
  const kept = new Map(other.visitor.cookies)
  await other.visitor.post('/verify-otp', { code })
  const again = newVisitor()
  again.cookies = kept
  expect((await again.post('/verify-otp', { code })).url).toBe('/verify-otp')
})

test('asks for the address of a forgotten password (FP-01, FP-02, FP-03, FP-04)', async () => {
  const page = dom(await newVisitor().get('/forget-password'))
  expect(page.querySelector('input[name=email]')).not.toBeNull()
  expect(all(page, 'main button')).toEqual(['Send Verification Link'])
  expect(problems(await newVisitor().post('/forget-password', { email: ' ' }))).toEqual(['Email address is required.'])
  expect(problems(await newVisitor().post('/forget-password', { email: 'nonsense' }))).toEqual([
    'Please enter a valid email address.',
  ])
})

test('responds the same whether or not the account exists (FP-05, FP-06, FP-07, FP-08)', async () => {
  const person = await newPerson()
  const main = (page: Page, email: string) => words(dom(page).querySelector('main')).replace(email, '')
  const known = await newVisitor().post('/forget-password', { email: person.email })
  const unknown = await newVisitor().post('/forget-password', { email: newAddress() })
  expect(known.text).toContain('Verified If this address has an account, a link is on its way.')
  expect([known.status, main(known, '')]).toEqual([unknown.status, main(unknown, '')])
})

test('sets a new password by the mailed link, once, and ends other sessions (LG-29, FP-10, FP-11, FP-12)', async () => {
  const person = await newPerson()
  const elsewhere = await signedIn(person)
  const visitor = newVisitor()
  await visitor.post('/forget-password', { email: person.email })
  const mail = await mailTo(person.email, /password/i)
  const link = /href="([^"]*reset-password[^"]*)"/.exec(mail.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { pathname, search } = new URL(link)
  const form = dom(await visitor.get(pathname + search))
  const token = form.querySelector('input[name=token]')?.getAttribute('value') ?? ''
  expect(problems(await visitor.post(pathname + search, { token, password: '123' }))).toEqual([
    'Password must be at least 6 characters.',
  ])
  expect((await visitor.post(pathname + search, { token, password: 'another-good-one' })).text).toContain(
    'Your new password is set.',
  )
  expect((await visitor.get('/profile')).text).toContain(person.email)
  expect((await newVisitor().post(pathname + search, { token, password: 'a-third-good-one' })).status).toBe(400)
  expect((await newVisitor().post('/login', { emailOrPhone: person.email, password: person.password })).status).toBe(
    400,
  )
  expect((await newVisitor().post('/login', { emailOrPhone: person.email, password: 'another-good-one' })).status).toBe(
    200,
  )
  await expect
    .poll(async () => (await elsewhere.get('/profile')).text, { timeout: 25_000, interval: 1_000 })
    .toContain('Please log in')
})

async function picture(): Promise<File> {
  const bytes = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#257' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' })
}

/** Submits a form with a file without following redirects. */
function submitFields(visitor: Visitor, path: string, fields: Record<string, string | File>): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return visitor.request(path, { method: 'POST', body })
}

async function postFields(visitor: Visitor, path: string, fields: Record<string, string | File>): Promise<Page> {
  const response = await submitFields(visitor, path, fields)
  const location = response.headers.get('location')
  if (location) return visitor.get(location)
  const html = await response.text()
  return {
    status: response.status,
    url: path,
    headers: response.headers,
    html,
    text: words(dom({ html } as Page).querySelector('main')),
  }
}

const SETUP = {
  name: 'Areeba Shah',
  address: '5 Canal View',
  dob: '1994-03-09',
  city: 'Lahore',
  gender: 'female',
  phone: '0301 5550123',
}

test('shows the set-up form with samples as placeholders (PS-01, PS-02, PS-03, PS-04, PS-05, PS-06, PS-07, PS-08)', async () => {
  const page = dom(await (await signedIn(await newPerson(''))).get('/profile-setup'))
  expect(all(page, '.profile-picture label')).toEqual(['Add Profile Picture'])
  const names = page.querySelectorAll('main input').map((input) => input.getAttribute('name'))
  expect(names).toEqual(['picture', 'name', 'address', 'dob', 'city', 'gender', 'gender', 'phone'])
  expect(page.querySelector('input[name=dob]')?.getAttribute('type')).toBe('date')
  expect(
    page
      .querySelectorAll('input[name=gender]')
      .map((radio) => radio.getAttribute('value'))
      .toSorted(),
  ).toEqual(['female', 'male'])
  expect(page.querySelector('input[name=city]')?.getAttribute('placeholder')).toBeUndefined()
  expect(page.querySelectorAll('main form input[placeholder]').map((input) => input.getAttribute('name'))).toEqual([
    'name',
    'address',
  ])
  for (const name of ['name', 'address'])
    expect([name, page.querySelector(`input[name=${name}]`)?.getAttribute('placeholder')]).toEqual([
      name,
      expect.stringMatching(/./),
    ])
})

test('reports each missing field (PS-09, PS-10, PS-11, PS-12, PS-13, PS-14, PS-15)', async () => {
  const visitor = await signedIn(await newPerson())
  expect(problems(await visitor.post('/profile-setup', {}))).toEqual([
    'Name is required',
    'Address is required',
    'Date of birth is required',
    'City is required',
    'Gender is required',
    'Phone number is required',
  ])
  for (const phone of ['123456', '1234567890123456', 'abc'])
    expect(problems(await visitor.post('/profile-setup', { ...SETUP, phone }))).toEqual([
      expect.stringMatching(/^Phone number is invalid\./),
    ])
})

test('saves the profile with its picture (PS-16, PS-17, PS-18, PR-15)', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const response = await submitFields(visitor, '/profile-setup', { ...SETUP, picture: await picture() })
  expect(response.headers.get('location')).toBe('/my-account')
  expect((await visitor.get('/my-account')).text).toContain('Saved Profile info')
  const { data } = await serviceClient().from('profiles').select('*').eq('id', person.id).single()
  expect(data).toMatchObject({
    full_name: 'Areeba Shah',
    address: '5 Canal View',
    dob: '1994-03-09',
    city: 'Lahore',
    gender: 'female',
    phone_number: '+923015550123',
  })
  const face =
    dom(await visitor.get('/profile'))
      .querySelector('img.profile-face')
      ?.getAttribute('src') ?? ''
  expect(face).toMatch(new RegExp(`^/images/160/profilePictures/${person.id}-\\d+\\.jpg$`))
  expect((await visitor.request(face)).headers.get('content-type')).toBe('image/jpeg')
})

test('the set-up’s address becomes the primary one, and the checkout asks for nothing of it again (PS-20)', async () => {
  const person = await newPerson('')
  const visitor = await signedIn(person)
  for (let times = 0; times < 2; times += 1) await visitor.post('/profile-setup', SETUP)
  const { data } = await serviceClient().from('profile_addresses').select('*').eq('profile_id', person.id)
  expect(data).toMatchObject([
    {
      first_name: 'Areeba',
      last_name: 'Shah',
      address_line1: '5 Canal View',
      city: 'Lahore',
      phone: '+923015550123',
      is_primary: true,
    },
  ])
  await addToCart(visitor)
  const checkout = dom(await visitor.get('/checkout'))
  expect(checkout.querySelector('input[name=deliverTo][checked]')?.getAttribute('value')).toBe(data?.[0]?.id)
  expect(checkout.querySelector('[name=savedPhone]')).toBeNull()
})

test('the set-up can be skipped; name and phone of the profile still fill the checkout (PS-20, PS-21)', async () => {
  const person = await newPerson('Areeba Noor Shah')
  await serviceClient().from('profiles').update({ phone_number: '+923015550124' }).eq('id', person.id)
  const visitor = await signedIn(person)
  expect(links(dom(await visitor.get('/profile-setup')), '.account a')).toEqual(['/my-account'])
  expect((await visitor.get('/my-account')).url).toBe('/profile')
  await addToCart(visitor)
  const checkout = dom(await visitor.get('/checkout'))
  const value = (name: string) => checkout.querySelector(`input[name=${name}]`)?.getAttribute('value')
  expect([value('firstName'), value('lastName'), value('phone')]).toEqual(['Areeba Noor', 'Shah', '0301 5550124'])
  const cleared = dom(
    await visitor.post('/checkout', { intent: 'place', deliverTo: 'new', payment: 'cod', firstName: '' }),
  )
  expect(cleared.querySelector('input[name=firstName]')?.getAttribute('value') ?? '').toBe('')
})

test('gives a replaced picture another URL, and rejects files that are no pictures (PR-19)', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const face = async () =>
    dom(await visitor.get('/profile'))
      .querySelector('img.profile-face')
      ?.getAttribute('src')
  await postFields(visitor, '/profile?index&edit', { fullName: 'Areeba', phone: '', picture: await picture() })
  const first = await face()
  await postFields(visitor, '/profile?index&edit', { fullName: 'Areeba', phone: '', picture: await picture() })
  const second = await face()
  expect(second).not.toBe(first)
  const evil = new File(['<svg onload="alert(1)"/>'], 'me.png', { type: 'image/png' })
  const page = await postFields(visitor, '/profile?index&edit', { fullName: 'Changed', phone: '', picture: evil })
  expect(page.text).toContain('Failed to update profile: This file is not a picture we can read.')
  expect(await face()).toBe(second)
})

test('asks to log in when saving signed out, and returns afterwards (PS-19)', async () => {
  const person = await newPerson()
  const visitor = newVisitor()
  expect((await visitor.post('/profile-setup', SETUP)).text).toContain('Please log in to continue.')
  const page = await visitor.post('/login', { emailOrPhone: person.email, password: person.password })
  expect(page.url).toBe('/profile-setup')
})

test('changes the password with the current one; other devices are signed out, this one isn’t', async () => {
  const person = await newPerson()
  const [visitor, elsewhere] = [await signedIn(person), await signedIn(person)]
  const change = (fields: Record<string, string>) => visitor.post('/profile/account', { intent: 'password', ...fields })
  expect(problems(await change({ current: '', password: '' }))).toEqual([
    'Please enter your current password.',
    'Password is required.',
  ])
  const wrong = await change({ current: 'not-this-one', password: 'another-good-one' })
  expect(problems(wrong)).toEqual(['This is not your current password.'])
  expect(wrong.html).not.toContain('not-this-one')
  expect((await change({ current: person.password, password: 'another-good-one' })).text).toContain(
    'Your new password is set.',
  )
  expect((await visitor.get('/profile')).text).toContain(person.email)
  await expect
    .poll(async () => (await elsewhere.get('/profile')).text, { timeout: 25_000, interval: 1_000 })
    .toContain('Please log in')
  expect((await newVisitor().post('/login', { emailOrPhone: person.email, password: 'another-good-one' })).status).toBe(
    200,
  )
})

/** Returns the link in the mail that asks an address to confirm a change. */
async function changeLink(address: string): Promise<{ path: string; token: string }> {
  const { html = '' } = await mailTo(address, /confirm your new e-mail/i)
  const link = /href="([^"]*confirm-email[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { pathname, search, searchParams } = new URL(link)
  return { path: pathname + search, token: searchParams.get('token_hash') ?? '' }
}

test('changes the e-mail after the password and the buttons of both mailed links, and signs in with it from then on (LG-29)', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const email = newAddress()
  const change = (fields: Record<string, string>) => visitor.post('/profile/account', { intent: 'email', ...fields })
  expect(problems(await change({ email: 'nonsense', confirmation: '' }))).toEqual([
    'Invalid email format.',
    'Please enter your current password.',
  ])
  expect(problems(await change({ email: person.email.toUpperCase(), confirmation: person.password }))).toEqual([
    'This is your e-mail already.',
  ])
  const wrong = await change({ email, confirmation: 'not-this-one' })
  expect(problems(wrong)).toEqual(['This is not your current password.'])
  expect(dom(wrong).querySelector('main input[name=email]')?.getAttribute('value')).toBe(email)
  expect((await change({ email, confirmation: person.password })).text).toContain(
    `Almost there: open the links that we mailed to ${email} and to ${person.email}.`,
  )
  expect((await visitor.get('/profile')).text).toContain(person.email)
  const [current, added] = [await changeLink(person.email), await changeLink(email)]
  await visitor.get(added.path)
  expect((await visitor.post(added.path, { token: added.token })).text).toContain(
    'Almost there: open the link in the mail to the other address too.',
  )
  expect((await visitor.get('/profile')).text).toContain(person.email)
  expect((await visitor.post(current.path, { token: current.token })).text).toContain(
    `You sign in as ${email} from now on.`,
  )
  expect((await visitor.get('/profile')).text).toContain(email)
  for (const { path, token } of [current, added]) expect((await newVisitor().post(path, { token })).status).toBe(400)
  expect((await newVisitor().post('/login', { emailOrPhone: email, password: person.password })).url).toBe('/')
  expect((await newVisitor().post('/login', { emailOrPhone: person.email, password: person.password })).status).toBe(
    400,
  )
})

test('attack: a confirmation link doesn’t sign in anybody else', async () => {
  const [person, victim] = [await newPerson(), await newPerson()]
  const email = newAddress()
  await (await signedIn(person)).post('/profile/account', { intent: 'email', email, confirmation: person.password })
  const [current, added] = [await changeLink(person.email), await changeLink(email)]
  const visitor = await signedIn(victim)
  await visitor.post('/confirm-email', { token: current.token })
  expect((await visitor.post('/confirm-email', { token: added.token })).text).toContain(
    `You sign in as ${email} from now on.`,
  )
  expect((await visitor.get('/profile')).text).toContain(victim.email)
})

test('responds the same to a new e-mail that has an account, and changes nothing', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const visitor = await signedIn(person)
  const page = await visitor.post('/profile/account', {
    intent: 'email',
    email: other.email,
    confirmation: person.password,
  })
  expect(page.text).toContain(`Almost there: open the links that we mailed to ${other.email} and to ${person.email}.`)
  expect((await newVisitor().post('/login', { emailOrPhone: other.email, password: other.password })).url).toBe('/')
})

test('deletes an account with a mailed code, and not with a wrong one', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const settings = (fields: Record<string, string>) => visitor.post('/profile/account', fields)
  expect((await settings({ intent: 'code' })).text).toContain(`We mailed a code to ${person.email}.`)
  const code = await codeFor(person.email)
  const wrong = await settings({ intent: 'delete', proof: code === '111111' ? '222222' : '111111' })
  expect([wrong.status, problems(wrong)[0]]).toEqual([400, expect.stringMatching(/expired|invalid/i)])
  expect((await settings({ intent: 'delete', proof: code })).text).toContain('Your account is deleted.')
  expect((await serviceClient().from('profiles').select('id').eq('id', person.id)).data).toEqual([])
})

test('keeps a session non-persistent after a new password', async () => {
  const person = await newPerson()
  const visitor = newVisitor()
  await visitor.post('/login', { emailOrPhone: person.email, password: person.password })
  const response = await visitor.submit('/profile/account', {
    intent: 'password',
    current: person.password,
    password: 'another-good-one',
  })
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('website_session='))
  expect(cookie).toBeDefined()
  expect(cookie).not.toMatch(/Max-Age|Expires/)
})

test('ends the sessions of every device', async () => {
  const person = await newPerson()
  const [visitor, elsewhere] = [await signedIn(person), await signedIn(person)]
  expect((await visitor.post('/profile/account', { intent: 'everywhere' })).text).toContain(
    'You are logged out everywhere.',
  )
  expect(visitor.cookies.has('website_session')).toBe(false)
  await expect
    .poll(async () => (await elsewhere.get('/profile')).text, { timeout: 25_000, interval: 1_000 })
    .toContain('Please log in')
})

test('deletes an account with its password only; its orders stay without personal data (PR-25, PR-26, PR-27)', async () => {
  const person = await newPerson()
  const visitor = await signedIn(person)
  const orderId = await placeOrder(visitor, 'cod')
  for (const status of ['Shipped', 'Delivered'])
    await serviceClient().from('orders').update({ status }).eq('order_id', orderId)
  expect(links(dom(await visitor.get('/profile')), '.profile-body a')).toContain('/profile/account')
  const remove = (proof: string) => visitor.post('/profile/account', { intent: 'delete', proof })
  expect(problems(await remove(''))).toEqual(['Please enter your current password.'])
  expect(problems(await remove('not-this-one'))).toEqual(['This is not your current password.'])
  expect((await remove(person.password)).text).toContain('Your account is deleted.')
  const { data: order } = await serviceClient().from('orders').select('*').eq('order_id', orderId).single()
  expect(order).toMatchObject({ user_id: null, contact_email: null, contact_phone: null, notes: null })
  for (const address of [order?.shipping_address, order?.billing_address])
    expect(Object.keys(address ?? {}).toSorted()).toEqual(['city', 'country'])
  for (const personal of [person.email, person.id, 'Nadia', 'Iqbal', 'Canal Road'])
    expect(JSON.stringify(order)).not.toContain(personal)
  expect((await serviceClient().from('profiles').select('id').eq('id', person.id)).data).toEqual([])
  expect((await newVisitor().post('/login', { emailOrPhone: person.email, password: person.password })).status).toBe(
    400,
  )
})

/** Returns the language of a mail, and the language that each of its links opens in. */
function languagesOf(mail: Awaited<ReturnType<typeof mailTo>>): [string, string[]] {
  const html = parse(mail.html ?? '')
  const links = html.querySelectorAll('a').map((link) => new URL(link.getAttribute('href') ?? ''))
  return [
    html.querySelector('html')?.getAttribute('lang') ?? '',
    links.map((url) => url.searchParams.get('lang') ?? 'en'),
  ]
}

test('Auth’s mails are in the language of the page that asked for them, not of the account (UR-09)', async () => {
  const inLanguage = (language: string, visitor: Visitor) => {
    visitor.cookies.set('website_language', language)
    return visitor
  }
  const visitor = inLanguage('ur', newVisitor())
  const email = newAddress()
  await visitor.post('/create-account', { fullName: 'Areeba Shah', email, password: 'a-good-password' })
  const code = await mailTo(email, /^چنبیلی کا تصدیقی کوڈ$/)
  expect(languagesOf(code)).toEqual(['ur', ['ur']])
  inLanguage('en', visitor)
  await visitor.post('/verify-otp', { code: /(\d{6})/.exec(code.html ?? '')?.[1] ?? '' })

  await newVisitor().post('/forget-password', { email })
  expect(languagesOf(await mailTo(email, /^Set a new Chambeli password$/))).toEqual(['en', ['en', 'en']])
  await visitor.post('/profile/account', { intent: 'password', current: 'a-good-password', password: 'another-one' })
  expect(languagesOf(await mailTo(email, /^Your Chambeli password was set$/))).toEqual(['en', ['en', 'en', 'en']])

  await inLanguage('ur', newVisitor()).post('/forget-password', { email })
  expect(languagesOf(await mailTo(email, /^چنبیلی کے لیے نیا پاس ورڈ رکھیں$/))).toEqual(['ur', ['ur', 'ur']])
  inLanguage('ur', visitor)
  await visitor.post('/profile/account', { intent: 'email', confirmation: 'another-one', email: newAddress() })
  const change = await mailTo(email, /^چنبیلی کے لیے اپنی نئی ای میل کی تصدیق کریں$/)
  expect(languagesOf(change)).toEqual(['ur', ['ur', 'ur', 'ur']])
  await visitor.post('/profile/account', { intent: 'password', current: 'another-one', password: 'the-third-one' })
  const notice = await mailTo(email, /^چنبیلی پر آپ کا نیا پاس ورڈ رکھ دیا گیا ہے$/)
  expect(languagesOf(notice)).toEqual(['ur', ['ur', 'ur', 'ur']])
  expect(notice.html).toContain(`\u2068${email}\u2069`)
})
