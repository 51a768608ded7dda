import type { Cookie } from '@remix-run/node'
import { decodeJwt, SignJWT } from 'jose'
import { Cookies } from '../../app/platform/cookies.server.ts'
import type { Settings } from '../../app/platform/env.server.ts'
import type { Visitor } from './visitor.ts'

/** Returns a cookie of the shop, which reads and writes it like a shop with this secret. */
export function shopCookie(name: string, SESSION_SECRET = ''): Cookie {
  return new Cookies({ SESSION_SECRET, PUBLIC_URL: 'http://shop.test' } as Settings).of({ name })
}

export function readCookie<Value>(visitor: Visitor, name: string, secret?: string): Promise<Value> {
  return shopCookie(name, secret).parse(`${name}=${visitor.cookies.get(name)}`)
}

/** Signs a session's token anew, as if its second factor had been given some minutes earlier. `settings` are those of the sandbox. */
export async function ageCode(settings: Record<string, string>, visitor: Visitor, minutes: number): Promise<void> {
  const { SESSION_SECRET = '', SUPABASE_JWT_SECRET = '' } = settings
  const session = await readCookie<{ access: string }>(visitor, 'website_desk', SESSION_SECRET)
  const claims = decodeJwt<{ amr: { method: string; timestamp: number }[] }>(session.access)
  const amr = claims.amr.map(({ method, timestamp }) => ({
    method,
    timestamp: method === 'totp' ? timestamp - minutes * 60 : timestamp,
  }))
  const access = await new SignJWT({ ...claims, amr })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(SUPABASE_JWT_SECRET))
  const line = await shopCookie('website_desk', SESSION_SECRET).serialize({ ...session, access })
  visitor.cookies.set('website_desk', /^website_desk=([^;]+)/.exec(line)?.[1] ?? '')
}

/** Rewrites a visitor's session cookie as if its access token had expired. */
export async function expireToken(visitor: Visitor, secret: string): Promise<void> {
  const session = await readCookie<object>(visitor, 'website_session', secret)
  const line = await shopCookie('website_session', secret).serialize({ ...session, expires: 0 })
  visitor.cookies.set('website_session', /^website_session=([^;]+)/.exec(line)?.[1] ?? '')
}
