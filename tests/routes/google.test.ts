import { expect, inject, test } from 'vitest'
import { newVisitor } from '../support/people.ts'
import type { Visitor } from '../support/visitor.ts'

/** Goes to the provider, chooses somebody there, and comes back as far as the callback's own answer. */
async function signInAs(visitor: Visitor, who: string): Promise<Response> {
  const away = await visitor.submit('/auth/google', {})
  const provider = new URL(away.headers.get('location') ?? '')
  provider.searchParams.set('as', who)
  const chosen = await fetch(provider, { redirect: 'manual' })
  return visitor.request((chosen.headers.get('location') ?? '').replace(inject('shopUrl'), ''))
}

test('LG-10 LG-17 a Google account signs in, and is back at home', async () => {
  const visitor = newVisitor()
  const answer = await signInAs(visitor, 'google-1001')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
  expect((await visitor.get('/profile')).text).toContain('rabia@example.com')
})

test('an account with the same verified e-mail is the same account', async () => {
  const visitor = newVisitor()
  await signInAs(visitor, 'google-1002')
  expect((await visitor.get('/profile/active-orders')).text).toContain('ORD-1760086400000-101')
})

test('LG-23 cancelled, unverified, or with a foreign state: nobody is signed in', async () => {
  for (const who of ['cancel', 'google-1003']) {
    const visitor = newVisitor()
    const answer = await signInAs(visitor, who)
    expect([who, answer.headers.get('location'), visitor.cookies.has('website_session')]).toEqual([
      who,
      '/login',
      false,
    ])
  }
  const foreign = newVisitor()
  await foreign.submit('/auth/google', {})
  const answer = await foreign.request('/auth/google/callback?code=x&state=someone-elses')
  expect([answer.headers.get('location'), foreign.cookies.has('website_session')]).toEqual(['/login', false])
})
