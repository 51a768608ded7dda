import type { Session } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Cookies } from '../../app/platform/cookies.server.ts'
import { readSettings } from '../../app/platform/env.server.ts'
import type { Log } from '../../app/platform/log.server.ts'
import type { Backends } from '../../app/platform/supabase/clients.server.ts'
import { refreshTokens } from '../../app/platform/supabase/refresh-tokens.server.ts'
import { Sessions } from '../../app/platform/supabase/session-store.server.ts'
import { readClaims, type StoredSession } from '../../app/platform/supabase/stored-session.server.ts'

const ID = '6c1b3b52-5b6e-4d0a-9a55-0d1d5f1f0c01'
const NOW = 1_800_000_000
const ADDRESS = '192.0.2.1'

const settings = readSettings({
  PUBLIC_URL: 'https://shop.example',
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's',
  SESSION_SECRET: 'x1y2z3'.repeat(8),
})
const accessToken = (of: string) => `e30.${Buffer.from(JSON.stringify({ sub: ID, of })).toString('base64url')}.s`
/** A session whose token expires in these seconds. */
const storedFor = (seconds: number): StoredSession => ({
  access: accessToken('old'),
  refresh: 'refresh',
  expires: NOW + seconds,
  keep: true,
})
const RENEWED = { access_token: accessToken('new'), refresh_token: 'next', expires_in: 3_600 }

beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 1_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Sessions over an Auth that responds with these. */
function sessionsWith({
  refreshing = () => Promise.resolve(Response.json(RENEWED)),
  user = () => ({ error: null as object | null }),
  signingOut = () => ({ error: null as object | null }),
} = {}) {
  const calls = { refresh: 0, user: 0, signOut: [] as unknown[] }
  const warnings: unknown[] = []
  const backends = {
    requestTokens: () => {
      calls.refresh += 1
      return refreshing()
    },
    asShopper: (token: string) => ({ token }),
    auth: () => ({
      getUser: () => {
        calls.user += 1
        return Promise.resolve(user())
      },
      admin: {
        signOut: (...parameters: unknown[]) => {
          calls.signOut.push(parameters)
          return Promise.resolve(signingOut())
        },
      },
    }),
  }
  const log = { warn: ({ event }: { event: string }) => warnings.push(event) }
  // Only what sessions use of these.
  const sessions = new Sessions(new Cookies(settings), backends as unknown as Backends, log as unknown as Log)
  return { sessions, calls, warnings }
}

const claimed = (stored = storedFor(3_600)) => {
  const claims = readClaims(stored, ADDRESS)
  if (!claims) throw new Error('No claims.')
  return claims
}

test('a session is refreshed when it expires within 90 seconds (LG-28)', async () => {
  const { sessions, calls } = sessionsWith()
  expect(await sessions.renew(storedFor(91), ADDRESS)).toEqual(storedFor(91))
  expect(calls.refresh).toBe(0)
  expect(await sessions.renew(storedFor(90), ADDRESS)).toEqual({
    access: accessToken('new'),
    refresh: 'next',
    expires: NOW + 3_600,
    keep: true,
  })
  expect(calls.refresh).toBe(1)
})

test('requests with the same token share one refresh, also for ten seconds after it', async () => {
  const { sessions, calls } = sessionsWith()
  const [one, other] = await Promise.all([sessions.renew(storedFor(0), ADDRESS), sessions.renew(storedFor(0), ADDRESS)])
  expect(other).toBe(one)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(await sessions.renew(storedFor(0), ADDRESS)).toBe(one)
  expect(calls.refresh).toBe(1)
  await sessions.renew({ ...storedFor(0), refresh: 'another' }, ADDRESS)
  expect(calls.refresh).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  await sessions.renew(storedFor(0), ADDRESS)
  expect(calls.refresh).toBe(3)
})

test.each([
  ['fails', () => Promise.resolve(Response.json({ error_code: 'unexpected_failure' }, { status: 503 }))],
  ['can’t be reached', () => Promise.reject(new Error('ECONNREFUSED'))],
])('a session stays as it is while Auth %s', async (_what, refreshing) => {
  const { sessions, warnings } = sessionsWith({ refreshing })
  expect(await sessions.renew(storedFor(0), ADDRESS)).toEqual(storedFor(0))
  expect(warnings).toEqual(['refresh failed'])
})

test.each<[number, object]>([
  [400, { error_code: 'validation_failed' }],
  [401, { error_code: 'session_not_found' }],
  [403, { error_code: 'refresh_token_not_found' }],
  [422, { code: 'refresh_token_already_used' }],
])('a refresh that Auth refuses with %i %j ends the session', async (status, body) => {
  const requestTokens = () => Promise.resolve(Response.json(body, { status }))
  expect(await refreshTokens({ requestTokens }, 'refresh', ADDRESS)).toBeNull()
})

test('Auth’s moment of expiry is preferred to its seconds', async () => {
  const requestTokens = () => Promise.resolve(Response.json({ ...RENEWED, expires_at: NOW + 60 }))
  expect((await refreshTokens({ requestTokens }, 'refresh', ADDRESS))?.expires).toBe(NOW + 60)
})

test('a cookie is read, replaced when its session is refreshed, and deleted when the session has ended', async () => {
  const login = sessionsWith()
  const header = async (seconds: number, keep = true) => {
    // Each has another refresh token, since a refresh is shared by those with the same.
    const session = { access_token: accessToken('old'), refresh_token: `refresh-${seconds}`, expires_at: NOW + seconds }
    return (await login.sessions.start({ ...session, expires_in: seconds } as Session, keep)).split(';')[0] ?? ''
  }
  const current = await login.sessions.find(await header(3_600), ADDRESS)
  expect([current.visitor.isSignedIn, current.cookies]).toEqual([true, []])
  const renewed = await login.sessions.find(await header(60), ADDRESS)
  expect([renewed.visitor.isSignedIn, renewed.cookies]).toEqual([true, [expect.stringContaining('Max-Age=2592000')]])
  expect(renewed.cookies[0]).toMatch(/^__Host-website_session=.*; HttpOnly; Secure; SameSite=Lax$/)
  const unkept = await login.sessions.find(await header(59, false), ADDRESS)
  expect(unkept.cookies[0]).not.toMatch(/Max-Age|Expires/)
  const ended = sessionsWith({ refreshing: () => Promise.resolve(Response.json({}, { status: 400 })) })
  const gone = await ended.sessions.find(await header(60), ADDRESS)
  expect([gone.visitor.isSignedIn, gone.cookies]).toEqual([false, [expect.stringContaining('Max-Age=0')]])
  for (const cookie of [null, 'website_session=forged', 'other=1']) {
    const nobody = await login.sessions.find(cookie, ADDRESS)
    expect([nobody.visitor.isSignedIn, nobody.cookies]).toEqual([false, []])
  }
})

test('Auth confirms a session once in four seconds', async () => {
  const { sessions, calls } = sessionsWith()
  const [one] = await Promise.all([sessions.verify(claimed()), sessions.verify(claimed())])
  expect(one).toEqual({ ...claimed(), db: { token: accessToken('old') } })
  await vi.advanceTimersByTimeAsync(3_999)
  await sessions.verify(claimed())
  expect(calls.user).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  await sessions.verify(claimed())
  expect(calls.user).toBe(2)
})

test.each([401, 403, 404])('a session that Auth refuses with %i has ended, without asking again', async (status) => {
  const { sessions, calls, warnings } = sessionsWith({ user: () => ({ error: { status } }) })
  expect(sessions.hasEnded(claimed())).toBe(false)
  expect(await sessions.verify(claimed())).toBeNull()
  expect(sessions.hasEnded(claimed())).toBe(true)
  await vi.advanceTimersByTimeAsync(89 * 60_000)
  expect(await sessions.verify(claimed())).toBeNull()
  expect([calls.user, warnings]).toEqual([1, []])
})

test('a session counts as live while Auth is down', async () => {
  const { sessions, warnings } = sessionsWith({ user: () => ({ error: { status: 500 } }) })
  expect(await sessions.verify(claimed())).not.toBeNull()
  expect([sessions.hasEnded(claimed()), warnings]).toEqual([false, ['auth unreachable']])
})

test('signing out ends the session here at once, and everywhere makes Auth confirm the others again', async () => {
  const { sessions, calls } = sessionsWith()
  const other = { ...claimed(), accessToken: accessToken('other') }
  await sessions.verify(other)
  expect(await sessions.signOut(claimed())).toBe(true)
  expect([sessions.hasEnded(claimed()), sessions.hasEnded(other)]).toEqual([true, false])
  await sessions.verify(other)
  expect(calls.user).toBe(1)
  const stranger = { ...other, id: 'a stranger', accessToken: accessToken('stranger') }
  await sessions.verify(stranger)
  await sessions.signOut(claimed(), 'global')
  await sessions.verify(stranger)
  expect(calls.user).toBe(2)
  await sessions.verify(other)
  expect(calls.user).toBe(3)
  const { accessToken: token } = claimed()
  expect(calls.signOut).toEqual([
    [token, 'local'],
    [token, 'global'],
  ])
})

test('signing out says when Auth has not confirmed it, and ends the session here nevertheless', async () => {
  const { sessions, warnings } = sessionsWith({ signingOut: () => ({ error: { status: 503 } }) })
  expect(await sessions.signOut(claimed())).toBe(false)
  expect([sessions.hasEnded(claimed()), warnings]).toEqual([true, ['sign-out not confirmed']])
})
