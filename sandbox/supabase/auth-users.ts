import { randomUUID } from 'node:crypto'
import { authError, publicUser, type AuthUser } from './auth-responses.ts'
import type { Query } from './gateway-parts.ts'

/** HTML's pattern of an e-mail address. Unlike the shop's, it takes one without a dot in its domain. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** Returns the error response for a text that is no e-mail address. */
export function refuseAddress(email: unknown): Response | undefined {
  if (ADDRESS.test(String(email ?? ''))) return undefined
  return authError(400, 'validation_failed', 'Unable to validate email address: invalid format')
}

export const isBanned = ({ banned_until: until }: Pick<AuthUser, 'banned_until'>): boolean =>
  until !== null && Date.parse(until) > Date.now()

/** Returns the user of an e-mail address. */
export async function userByEmail(query: Query, email: unknown): Promise<AuthUser | undefined> {
  const [user] = await query<AuthUser>('select * from auth.users where lower(email) = $1', [
    String(email ?? '').toLowerCase(),
  ])
  return user
}

/** Returns the user of a phone number, with or without its plus. */
export async function userByPhone(query: Query, phone: unknown): Promise<AuthUser | undefined> {
  const digits = String(phone ?? '').replace(/^\+/, '')
  const [user] = await query<AuthUser>('select * from auth.users where phone = $1', [digits])
  return user
}

/** Translates the verification type `email` to the type that lite knows. */
export async function verifyType(query: Query, body: Record<string, unknown>): Promise<unknown> {
  if (body.type !== 'email') return body.type
  if (body.token_hash) {
    const [user] = await query('select id from auth.users where confirmation_token = $1', [body.token_hash])
    return user ? 'signup' : 'magiclink'
  }
  const user = await userByEmail(query, body.email)
  return user && !user.confirmed_at ? 'signup' : 'magiclink'
}

/** Returns the made-up user that the hosted service returns for an address with an account, which doesn't reveal it. */
export function fakeUser(user: AuthUser, body: Record<string, unknown>) {
  const now = new Date().toISOString()
  return {
    ...publicUser(user),
    id: randomUUID(),
    confirmation_sent_at: now,
    user_metadata: body.data ?? {},
    app_metadata: { provider: 'email', providers: ['email'] },
    email_confirmed_at: undefined,
    confirmed_at: undefined,
    last_sign_in_at: undefined,
    phone: '',
    created_at: now,
    updated_at: now,
  }
}
