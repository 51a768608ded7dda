import { expect, inject, test } from 'vitest'
import { dom, words } from '../support/page-dom.ts'
import { newVisitor } from '../support/people.ts'
import type { Visitor } from '../support/visitor.ts'

/** Chooses an account at the provider and returns the callback's response. */
async function signInAs(visitor: Visitor, who: string, from = '/login'): Promise<Response> {
  return visitor.request(await callbackUrl(visitor, who, from))
}

/** Returns the URL that the provider redirects to after choosing an account. */
async function callbackUrl(visitor: Visitor, who: string, from = '/login', more = {}): Promise<string> {
  const away = await visitor.submit('/auth/google', { from, ...more })
  const provider = new URL(away.headers.get('location') ?? '')
  provider.searchParams.set('as', who)
  const chosen = await fetch(provider, { redirect: 'manual' })
  return (chosen.headers.get('location') ?? '').replace(inject('shopUrl'), '')
}

test('signs in with a Google account, and redirects home (LG-10, LG-17)', async () => {
  const visitor = newVisitor()
  const response = await signInAs(visitor, 'google-1001')
  expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
  expect((await visitor.get('/profile')).text).toContain('rabia@example.com')
})

test('signs in to the existing account with the same verified e-mail', async () => {
  const visitor = newVisitor()
  await signInAs(visitor, 'google-1002')
  expect((await visitor.get('/profile/active-orders')).text).toContain('ORD-1760086400000-101')
})

test('signs in nobody after a cancellation, without verification, or with a foreign state, and says why (LG-23)', async () => {
  const message = async (visitor: Visitor) =>
    words(dom(await visitor.get('/login')).querySelector('.flash[role=alert]'))
  for (const [who, said] of [
    ['cancel', 'Failed to sign in with Google.'],
    ['google-1003', 'This Google account’s e-mail is not verified.'],
  ] as const) {
    const visitor = newVisitor()
    const response = await signInAs(visitor, who)
    expect([who, response.headers.get('location'), visitor.cookies.has('website_session')]).toEqual([
      who,
      '/login',
      false,
    ])
    expect([who, await message(visitor)]).toEqual([who, said])
  }
  const foreign = newVisitor()
  await foreign.submit('/auth/google', {})
  const response = await foreign.request('/auth/google/callback?code=x&state=someone-elses')
  expect([response.headers.get('location'), foreign.cookies.has('website_session')]).toEqual(['/login', false])
})

test('reports a failure that began at the sign-up page there, as an alert (SU-13)', async () => {
  const visitor = newVisitor()
  const response = await signInAs(visitor, 'google-1003', '/create-account')
  expect(response.headers.get('location')).toBe('/create-account')
  const page = dom(await visitor.get('/create-account'))
  expect(words(page.querySelector('.flash[role=alert]'))).toBe('This Google account’s e-mail is not verified.')
  await signInAs(visitor, 'google-1003', 'https://evil.example/')
  expect((await visitor.get('/login')).text).toContain('This Google account’s e-mail is not verified.')
})

test('attack: a used code signs in nobody, neither its owner again nor somebody with the same state', async () => {
  const visitor = newVisitor()
  const back = await callbackUrl(visitor, 'google-1001')
  const before = new Map(visitor.cookies)
  expect((await visitor.request(back)).headers.get('location')).toBe('/')
  for (const cookies of [before, new Map()]) {
    const again = newVisitor()
    again.cookies = new Map(cookies)
    const response = await again.request(back)
    expect([response.headers.get('location'), again.cookies.has('website_session')]).toEqual(['/login', false])
  }
})

test('keeps a Google session if the box is ticked (LG-05, LG-06)', async () => {
  const cookieAfter = async (more: Record<string, string>) => {
    const visitor = newVisitor()
    const response = await visitor.request(await callbackUrl(visitor, 'google-1001', '/login', more))
    return response.headers.getSetCookie().find((line) => line.startsWith('website_session='))
  }
  expect(await cookieAfter({ keepSignedIn: 'on' })).toContain('Max-Age=2592000')
  expect(await cookieAfter({})).not.toMatch(/Max-Age|Expires/)
})
