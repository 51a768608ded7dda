import sharp from 'sharp'
import { expect, test } from 'vitest'
import { all, dom, links, words } from '../support/page-dom.ts'
import { mailTo, newPerson, newVisitor, signedIn, type Person } from '../support/people.ts'
import type { Page, Visitor } from '../support/visitor.ts'

const problems = (page: Page) => all(dom(page), 'main [role=alert] div')
const main = (page: Page) => words(dom(page).querySelector('main'))

/** Returns the path of the link in a new password mail. */
async function passwordLink({ email }: Person): Promise<string> {
  await newVisitor().post('/forget-password', { email })
  const mail = await mailTo(email, /password/i)
  const link = /href="([^"]*reset-password[^"]*)"/.exec(mail.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { pathname, search } = new URL(link)
  return pathname + search
}

const tokenOf = (page: Page) => dom(page).querySelector('input[name=token]')?.getAttribute('value') ?? ''
const nextLink = (page: Page) => dom(page).querySelector('main .account a.button')

test('says that a used password link is used when it is opened, and offers another', async () => {
  const link = await passwordLink(await newPerson())
  const visitor = newVisitor()
  const form = await visitor.get(link)
  // Mail scanners open links too; that doesn't use them up.
  expect(tokenOf(await newVisitor().get(link))).toBe(tokenOf(form))
  await visitor.post(link, { token: tokenOf(form), password: 'another-good-one' })
  const again = await newVisitor().get(link)
  expect(dom(again).querySelector('input[name=password]')).toBeNull()
  expect(main(again)).toContain('This link has been used, or it is too old.')
  expect([words(nextLink(again)), nextLink(again)?.getAttribute('href')]).toEqual([
    'Send another link',
    '/forget-password',
  ])
})

test('says that a forged or shortened password link is invalid when it is opened', async () => {
  for (const token of ['nonsense', 'x'.repeat(1_000), "' or ''='"]) {
    const page = await newVisitor().get(`/reset-password?token_hash=${encodeURIComponent(token)}`)
    expect([page.status, dom(page).querySelector('input[name=password]')]).toEqual([200, null])
    expect(words(nextLink(page))).toBe('Send another link')
  }
})

test('lets the same link set another password after Auth refused one, also after a reload', async () => {
  const person = await newPerson()
  const link = await passwordLink(person)
  const visitor = newVisitor()
  const token = tokenOf(await visitor.get(link))
  const same = await visitor.post(link, { token, password: person.password })
  expect(problems(same)).toEqual(['New password should be different from the old password.'])
  expect(tokenOf(same)).toBe(token)
  expect(tokenOf(await visitor.get(link))).toBe(token)
  expect((await visitor.post(link, { token, password: 'another-good-one' })).text).toContain(
    'Your new password is set.',
  )
})

test('calls a value that is too long too long, not missing', async () => {
  const long = 'a'.repeat(600)
  const visitor = newVisitor()
  expect(problems(await visitor.post('/login', { emailOrPhone: long, password: long }))).toEqual([
    'Please use at most 254 characters.',
    'Please use at most 200 characters.',
  ])
  expect(
    problems(await visitor.post('/create-account', { fullName: long, email: 'a@example.com', password: 'a-good-one' })),
  ).toEqual(['Please use at most 120 characters.'])
  const shopper = await signedIn(await newPerson())
  const setup = { name: long, address: long, dob: '1994-03-09', city: long, gender: 'female', phone: '0301 5550123' }
  expect(problems(await shopper.post('/profile-setup', setup))).toEqual([
    'Please use at most 120 characters.',
    'Please use at most 200 characters.',
    'Please use at most 80 characters.',
  ])
  expect(problems(await shopper.post('/profile?index&edit', { fullName: long, phone: '' }))).toEqual([
    'Please use at most 120 characters.',
  ])
})

test.each([
  ['2990-01-01', 'Date of birth is in the future'],
  ['1890-01-01', 'Date of birth is too long ago'],
  ['1994-02-31', 'Please enter the date of birth as year-month-day, such as 1994-03-09'],
  ['9 March', 'Please enter the date of birth as year-month-day, such as 1994-03-09'],
  ['', 'Date of birth is required'],
])('refuses the birth date "%s" with the reason: %s', async (dob, message) => {
  const visitor = await signedIn(await newPerson())
  const fields = { name: 'A', address: '1 Road', dob, city: 'Lahore', gender: 'male', phone: '0301 5550123' }
  expect(problems(await visitor.post('/profile-setup', fields))).toEqual([message])
})

async function photo(): Promise<File> {
  const image = sharp({ create: { width: 50, height: 50, channels: 3, background: '#257' } })
  return new File([new Uint8Array(await image.png().toBuffer())], 'me.png', { type: 'image/png' })
}

async function saveProfile(visitor: Visitor, fields: Record<string, string | File>): Promise<void> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  expect((await visitor.request('/profile?index&edit', { method: 'POST', body })).status).toBe(302)
}

test('shows the profile’s name and picture in the header: at once after a change, and after the next login', async () => {
  const person = await newPerson('Zoya Malik')
  const visitor = await signedIn(person)
  const face = async (one: Visitor, path: string) => {
    const link = dom(await one.get(path)).querySelector('header a.icon-button[href="/profile"]')
    return [/Your profile, [^<]+/.exec(String(link))?.[0], link?.querySelector('img')?.getAttribute('src')]
  }
  expect(await face(visitor, '/')).toEqual(['Your profile, Zoya Malik', undefined])
  await saveProfile(visitor, { fullName: 'Aliya Malik', phone: '', picture: await photo() })
  const picture = expect.stringMatching(new RegExp(`^/images/160/profilePictures/${person.id}-\\d+\\.jpg$`))
  for (const path of ['/', '/cart', '/profile', '/product/guest-robe'])
    expect([path, await face(visitor, path)]).toEqual([path, ['Your profile, Aliya Malik', picture]])
  expect(await face(await signedIn(person), '/')).toEqual(['Your profile, Aliya Malik', picture])
})

test('attack: doesn’t show somebody else’s name to the next person at a browser', async () => {
  const visitor = await signedIn(await newPerson('Zoya Malik'))
  await visitor.post('/logout', {})
  expect(visitor.cookies.has('website_face')).toBe(false)
  const next = await newPerson('Hina Khan')
  await visitor.post('/login', { emailOrPhone: next.email, password: next.password })
  expect((await visitor.get('/')).html).toContain('Your profile, Hina Khan')
})

test('shows the set-up form to everybody, asks to log in only when it is saved, and then has all that was typed (RT-16, PS-19)', async () => {
  const person = await newPerson()
  const visitor = newVisitor()
  expect(words(dom(await visitor.get('/profile-setup')).querySelector('h1'))).toBe('Profile Setup')
  const typed = { name: 'Hira', address: '7 Canal Road', dob: '1994-03-09', city: 'Lahore', phone: '0300 1234567' }
  expect(problems(await visitor.post('/profile-setup', typed))).toEqual(['Gender is required'])
  const asked = await visitor.post('/profile-setup', { ...typed, gender: 'female' })
  expect([asked.url, asked.text]).toEqual(['/', expect.stringContaining('Please log in to continue.')])
  const back = await visitor.post('/login', { emailOrPhone: person.email, password: person.password })
  expect(back.url).toBe('/profile-setup')
  for (const [name, value] of Object.entries(typed))
    expect([name, dom(back).querySelector(`main [name=${name}]`)?.getAttribute('value')]).toEqual([name, value])
  expect(dom(back).querySelector('[name=gender][checked]')?.getAttribute('value')).toBe('female')
})

test('says before and after the log-in that a picture chosen for the set-up isn’t kept', async () => {
  const person = await newPerson()
  const visitor = newVisitor()
  expect((await visitor.get('/profile-setup')).text).toContain('A picture isn’t kept until then')
  const body = new FormData()
  const typed = {
    name: 'Hira',
    address: '7 Canal Road',
    dob: '1994-03-09',
    city: 'Lahore',
    gender: 'female',
    phone: '0300 1234567',
  }
  for (const [name, value] of Object.entries(typed)) body.append(name, value)
  body.append('picture', await photo())
  await visitor.request('/profile-setup', { method: 'POST', body })
  const back = await visitor.post('/login', { emailOrPhone: person.email, password: person.password })
  expect(back.url).toBe('/profile-setup')
  expect(back.text).toContain('We kept what you typed, but not your picture.')
  expect(back.text).not.toContain('A picture isn’t kept until then')
  expect(dom(back).querySelector('main [name=city]')?.getAttribute('value')).toBe('Lahore')
  expect((await visitor.get('/profile-setup')).text).not.toContain('not your picture')
})

test('leads existing accounts from the sign-up to the profile', async () => {
  const visitor = await signedIn(await newPerson())
  expect((await visitor.get('/create-account')).url).toBe('/profile')
})

test('shows what somebody typed into the set-up to no account but theirs', async () => {
  const [owner, other] = [await newPerson(), await newPerson()]
  const [visitor, elsewhere] = [await signedIn(owner), await signedIn(owner)]
  await elsewhere.post('/profile/account', { intent: 'everywhere' })
  const address = '19 Street of the owner'
  const typed = { name: 'Hira', address, dob: '1994-03-09', city: 'Lahore', gender: 'female', phone: '0300 1234567' }
  await visitor.post('/profile-setup', typed)
  expect(visitor.cookies.has('website_setup_draft')).toBe(true)
  const page = await visitor.post('/login', { emailOrPhone: other.email, password: other.password })
  expect([page.url, page.html.includes(address)]).toEqual(['/profile-setup', false])
})

test('returns to the same page with its filters after logging in from its header', async () => {
  const person = await newPerson()
  for (const path of ['/product/guest-robe?color=Red', '/product-listing?category=Bra&sizes=34B', '/faq', '/cart']) {
    const visitor = newVisitor()
    const [login = ''] = links(dom(await visitor.get(path)), 'header a.login-link')
    await visitor.get(login)
    const back = await visitor.post('/login', { emailOrPhone: person.email, password: person.password })
    expect([path, back.url]).toEqual([path, path])
  }
  for (const path of ['/', '/login', '/create-account', '/forget-password'])
    expect([path, links(dom(await newVisitor().get(path)), 'header a.login-link')]).toEqual([path, ['/login']])
})

test('"Log in to write one" returns to that product’s review form', async () => {
  const person = await newPerson()
  const visitor = newVisitor()
  const product = dom(await visitor.get('/product/guest-robe?color=Red&tab=ratingReviews'))
  const link = product.querySelectorAll('main a').find((one) => words(one) === 'Log in to write one')
  await visitor.get(link?.getAttribute('href') ?? '')
  const back = await visitor.post('/login', { emailOrPhone: person.email, password: person.password })
  expect(back.url).toBe('/product/guest-robe?color=Red&tab=ratingReviews&write=1#write')
  expect(dom(back).querySelector('form#write textarea')).not.toBeNull()
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/a/../\\evil.example', 'javascript:alert(1)'])(
  'attack: redirects home after a login that asks for %s (RT-55)',
  async (to) => {
    const person = await newPerson()
    const visitor = newVisitor()
    await visitor.get(`/login?to=${encodeURIComponent(to)}`)
    const response = await visitor.submit('/login', { emailOrPhone: person.email, password: person.password })
    expect(response.headers.get('location')).toBe('/')
    const again = await visitor.request(`/login?to=${encodeURIComponent(to)}`)
    expect(again.headers.get('location')).toBe('/')
  },
)

test('hides passwords, and shows no toggle without JavaScript', async () => {
  for (const path of ['/login', '/create-account']) {
    const page = dom(await newVisitor().get(path))
    expect(page.querySelectorAll('input[type=password]')).toHaveLength(1)
    expect(page.querySelectorAll('[data-shows]').map((button) => button.hasAttribute('hidden'))).toEqual([true])
  }
})

test('refuses an empty file and a picture with too many pixels with the reason, and saves nothing', async () => {
  const person = await newPerson('Zoya Malik')
  const visitor = await signedIn(person)
  const save = async (picture: File) => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ fullName: 'Aliya Malik', phone: '', picture })) body.set(name, value)
    const response = await visitor.request('/profile?index&edit', { method: 'POST', body })
    return [response.status, all(dom({ html: await response.text() } as Page), 'main [role=alert] div')]
  }
  const large = await sharp({ create: { width: 9000, height: 8000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  expect(await save(new File([], 'me.png', { type: 'image/png' }))).toEqual([400, ['This picture is an empty file.']])
  expect(await save(new File([new Uint8Array(large)], 'me.png', { type: 'image/png' }))).toEqual([
    400,
    ['Failed to update profile: This picture has 72 megapixels. Pictures may have 40 at most.'],
  ])
  expect((await visitor.get('/profile')).text).toContain('Zoya Malik')
  // Browsers send this if no file was chosen.
  const part = (head: string, value: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const none = 'name="picture"; filename=""\r\nContent-Type: application/octet-stream'
  const body = `${part('name="fullName"', 'Aliya Malik')}${part('name="phone"', '')}${part(none, '')}--x--\r\n`
  expect((await visitor.request('/profile?index&edit', { method: 'POST', body, headers })).status).toBe(302)
  expect((await visitor.get('/profile')).text).toContain('Aliya Malik')
})

test('reports a wrong phone number in the profile, and stores what is shown', async () => {
  const person = await newPerson('Zoya Malik')
  const visitor = await signedIn(person)
  const save = (phone: string, phoneCountry: string) =>
    visitor.post('/profile?index&edit', { fullName: 'Zoya Malik', phone, phoneCountry })
  expect(problems(await save('0300 123456', 'PK'))).toEqual([
    'Phone number is invalid. Example for Pakistan: 0301 2345678. For another country, choose it in the list.',
  ])
  await save('050 123 4567', 'AE')
  const edit = dom(await visitor.get('/profile?edit'))
  const country = edit.querySelector('select[name=phoneCountry] option[selected]')
  expect([words(country), edit.querySelector('input[name=phone]')?.getAttribute('value')]).toEqual([
    'United Arab Emirates (+971)',
    '050 123 4567',
  ])
  expect((await visitor.get('/profile')).text).toContain('+971 50 123 4567')
})
