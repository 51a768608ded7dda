import type { Session } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { readClaims, storedSession, storedSessionSchema } from '../../app/platform/supabase/stored-session.server.ts'
import { loginUrl } from '../../app/account/login-url.ts'

const ID = '6c1b3b52-5b6e-4d0a-9a55-0d1d5f1f0c01'
const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
const session = (more: Partial<Session> = {}): Session => ({
  access_token: tokenOf({ sub: ID, email: 'sana@example.com', user_metadata: { full_name: 'Sana Malik' } }),
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3_600,
  expires_at: 1_800_000_000,
  user: { id: ID, app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '2026-01-01' },
  ...more,
})

afterEach(() => {
  vi.useRealTimers()
})

test('a cookie stores the tokens, when they expire and whether to keep the shopper signed in', () => {
  const stored = storedSession(session(), true)
  expect(stored).toEqual({
    access: session().access_token,
    refresh: 'refresh',
    expires: 1_800_000_000,
    keep: true,
  })
  expect(storedSessionSchema.parse(stored)).toEqual(stored)
  expect(storedSession(session(), false).keep).toBe(false)
})

test('without a moment of expiry, a session expires after the seconds that it lasts', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_500 })
  expect(storedSession(session({ expires_at: undefined }), true).expires).toBe(1_700_003_600)
})

test('the claims of a token name the shopper, by the e-mail without a name', () => {
  const stored = storedSession(session(), true)
  const claimed = {
    id: ID,
    email: 'sana@example.com',
    name: 'Sana Malik',
    accessToken: stored.access,
    isPersistent: true,
    clientAddress: '192.0.2.1',
  }
  expect(readClaims(stored, '192.0.2.1')).toEqual(claimed)
  const read = (claims: object) => readClaims({ ...stored, access: tokenOf(claims) }, '192.0.2.1')
  for (const user_metadata of [undefined, {}, { full_name: '' }])
    expect(read({ sub: ID, email: 'sana@example.com', user_metadata })?.name).toBe('sana@example.com')
  expect(read({ sub: ID })).toMatchObject({ email: '', name: '' })
})

test.each([
  ['no token', ''],
  ['no claims', 'a'],
  ['claims that are no JSON', 'a.e30x.c'],
  ['no shopper', tokenOf({ email: 'sana@example.com' })],
  ['a shopper who isn’t an ID', tokenOf({ sub: 'sana' })],
])('a token with %s names nobody', (_what, access) => {
  expect(readClaims({ ...storedSession(session(), true), access }, '192.0.2.1')).toBeNull()
})

test.each([
  ['/', '/login'],
  ['/?tab=Bra', '/login'],
  ['/#categories', '/login'],
  ['/login?to=%2Fcart', '/login'],
  ['/create-account', '/login'],
  ['/reset-password?token=x', '/login'],
  ['/cart', '/login?to=%2Fcart'],
  ['/logins', '/login?to=%2Flogins'],
  ['/product/robe?color=Red&size=M', '/login?to=%2Fproduct%2Frobe%3Fcolor%3DRed%26size%3DM'],
])('the link to log in on %s is %s', (from, url) => {
  expect(loginUrl(from)).toBe(url)
})
