import { expect, test } from 'vitest'
import { all, dom, words } from '../support/page-dom.ts'
import { newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import type { Page } from '../support/visitor.ts'

const sidebar = (page: Page) =>
  dom(page)
    .querySelectorAll('.profile-nav a, .profile-nav button')
    .map((entry) => [words(entry), entry.getAttribute('href')])

test('shows the same sidebar on every page (PR-01, PR-02, PR-03, PR-04, PR-05, PR-08, PR-09)', async () => {
  const visitor = await signedIn(await newPerson())
  const entries = [
    ['My Profile', '/profile'],
    ['Addresses', '/profile/edit-location'],
    ['Active Orders', '/profile/active-orders'],
    ['Complete Orders', '/profile/complete-orders'],
    ['Wishlist', '/wishlist'],
    ['Chat Support', '/profile/chat-support'],
    ['Log Out', undefined],
  ]
  for (const [, path] of entries.filter(([, path]) => path?.startsWith('/profile'))) {
    const page = await visitor.get(path ?? '')
    expect([path, sidebar(page)]).toEqual([path, entries])
    expect(dom(page).querySelector('.profile-nav [aria-current]')?.getAttribute('href')).toBe(path)
  }
  for (const path of ['/profile/account', '/profile/active-orders/ORD-1-1'])
    expect([path, sidebar(await visitor.get(path))]).toEqual([path, entries])
})

test('logs out by the sidebar (PR-06, PR-07)', async () => {
  const visitor = await signedIn(await newPerson())
  const form = dom(await visitor.get('/profile')).querySelector('.profile-nav form')
  expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual(['post', '/logout'])
  expect((await visitor.post('/logout', {})).url).toBe('/')
  expect(visitor.cookies.has('website_session')).toBe(false)
})

test('shows the default address, with the way to change it (PR-30)', async () => {
  const person = await newPerson()
  const address = { profile_id: person.id, address_line1: '7 Canal Road', city: 'Lahore', country: 'Pakistan' }
  await serviceClient()
    .from('profile_addresses')
    .insert({ ...address, is_primary: true })
  const page = dom(await (await signedIn(person)).get('/profile'))
  expect(all(page, '.facts dd').at(-1)).toBe('7 Canal Road, Lahore, Pakistan')
  expect(page.querySelector('.profile-body a[href="/profile/edit-location"]')).not.toBeNull()
})

test('shows and edits the profile, except the e-mail (PR-10, PR-11, PR-12, PR-13, PR-14, PR-16, PR-17, PR-18)', async () => {
  const person = await newPerson('Areeba Shah')
  await serviceClient().from('profiles').update({ phone_number: '+923007654321' }).eq('id', person.id)
  const visitor = await signedIn(person)
  const view = dom(await visitor.get('/profile'))
  expect(all(view, '.facts dd')).toEqual(['Areeba Shah', person.email, '0300 7654321', 'Add'])
  expect(view.querySelectorAll('main .profile-body input')).toHaveLength(0)
  const link = view.querySelectorAll('.profile-body a').find((one) => words(one) === 'Edit')
  const edit = dom(await visitor.get(link?.getAttribute('href') ?? ''))
  const input = (name: string) => edit.querySelector(`.profile-body input[name=${name}]`)
  expect(['fullName', 'email', 'phone'].map((name) => input(name)?.getAttribute('value'))).toEqual([
    'Areeba Shah',
    person.email,
    '0300 7654321',
  ])
  expect(['fullName', 'email', 'phone'].map((name) => input(name)?.hasAttribute('readonly'))).toEqual([
    false,
    true,
    false,
  ])
  const cancel = edit.querySelectorAll('.profile-body a').find((one) => words(one) === 'Cancel')
  expect(cancel?.getAttribute('href')).toBe('/profile')
})

test('attack: saves name and phone, and ignores posted e-mail, ID and picture (PR-20)', async () => {
  const person = await newPerson('Areeba Shah')
  const visitor = await signedIn(person)
  const page = await visitor.post('/profile?index', {
    fullName: 'Areeba Khan',
    phone: '0301 5550123',
    email: 'other@example.com',
    id: crypto.randomUUID(),
    avatar_url: 'https://evil.example/x.png',
  })
  expect([page.url, words(dom(page).querySelector('.flash'))]).toEqual(['/profile', 'Profile updated successfully!'])
  const { data } = await serviceClient().from('profiles').select('*').eq('id', person.id).single()
  expect(data).toMatchObject({
    full_name: 'Areeba Khan',
    phone_number: '+923015550123',
    email: person.email,
    avatar_url: null,
  })
})

test('asks to log in when saving without a session, and returns afterwards (PR-23)', async () => {
  const person = await newPerson('Areeba Shah')
  const visitor = newVisitor()
  const page = await visitor.post('/profile?index', { fullName: 'Somebody', phone: '' })
  expect(words(dom(page).querySelector('.flash'))).toBe('User is not authenticated.')
  const login = await visitor.post('/login', { emailOrPhone: person.email, password: person.password })
  expect([login.url, login.text]).toEqual(['/profile', expect.stringContaining('Areeba Shah')])
})
