import { randomUUID } from 'node:crypto'
import { factorsOf, removeFactor } from './auth-factors.ts'
import { authError, json, publicUser, type AuthUser } from './auth-responses.ts'
import type { Query } from './gateway-parts.ts'
import { refuseAddress } from './auth-users.ts'
import { hashPassword, refusePassword } from './passwords.ts'

interface UserAttributes {
  email?: string
  phone?: string
  password?: string
  email_confirm?: boolean
  phone_confirm?: boolean
  user_metadata?: Record<string, unknown>
  app_metadata?: Record<string, unknown>
  /** Such as `24h`, or `none`. */
  ban_duration?: string
}

/**
 * Serves `/auth/v1/admin/users`, which lite lacks, only with the secret key: list, create, read, update and delete of users, list and delete
 * of their second factors.
 */
export async function adminUsers(request: Request, query: Query, hasSecretKey: boolean): Promise<Response> {
  if (!hasSecretKey) return authError(403, 'not_admin', 'User not allowed')
  const url = new URL(request.url)
  const [, id, isOfFactors, factor] =
    /^\/auth\/v1\/admin\/users\/([0-9a-f-]{36})(\/factors(?:\/([0-9a-f-]{36}))?)?$/.exec(url.pathname) ?? []
  if (!id && url.pathname !== '/auth/v1/admin/users') return authError(404, 'not_found', 'Not found')
  // The type isn't checked: only the shop and its tests send these bodies.
  const attributes = (
    request.method === 'POST' || request.method === 'PUT' ? await request.json() : {}
  ) as UserAttributes

  if (!id) return request.method === 'POST' ? create(query, attributes) : list(query, url)
  const [user] = await query<AuthUser>('select * from auth.users where id = $1', [id])
  if (!user) return authError(404, 'user_not_found', 'User not found')
  if (isOfFactors && !factor) return json(200, await factorsOf(query, user.id))
  if (isOfFactors) {
    const isRemoved = await removeFactor(query, user.id, factor ?? '')
    return isRemoved ? json(200, { id: factor }) : authError(404, 'mfa_factor_not_found', 'Factor not found')
  }
  if (request.method === 'DELETE') {
    await query('delete from auth.users where id = $1', [id])
    return json(200, {})
  }
  if (request.method !== 'PUT') return json(200, publicUser(user))
  const refused = attributes.password === undefined ? undefined : refusePassword(attributes.password)
  return refused ?? json(200, publicUser(await update(query, user, attributes)))
}

async function list(query: Query, url: URL): Promise<Response> {
  const size = Math.min(Number(url.searchParams.get('per_page') ?? 50), 1000)
  const page = Number(url.searchParams.get('page') ?? 1)
  const users = await query<AuthUser>('select * from auth.users order by created_at desc limit $1 offset $2', [
    size,
    (page - 1) * size,
  ])
  return json(200, { users: users.map(publicUser), aud: 'authenticated' })
}

async function create(query: Query, attributes: UserAttributes): Promise<Response> {
  const refused = refuseAddress(attributes.email)
  if (refused) return refused
  const email = attributes.email?.toLowerCase() ?? null
  const [taken] = await query('select id from auth.users where lower(email) = $1', [email])
  if (taken) return authError(422, 'email_exists', 'A user with this email address has already been registered')
  const id = randomUUID()
  await query(
    `insert into auth.users (id, email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at,
       raw_app_meta_data, raw_user_meta_data)
     values ($1, $2, $3, $4, case when $5 then now() end, case when $6 then now() end, $7, $8)`,
    [
      id,
      email,
      attributes.phone?.replace(/^\+/, '') ?? null,
      attributes.password ? await hashPassword(attributes.password) : null,
      attributes.email_confirm ?? false,
      attributes.phone_confirm ?? false,
      JSON.stringify({ provider: 'email', providers: ['email'], ...attributes.app_metadata }),
      JSON.stringify(attributes.user_metadata ?? {}),
    ],
  )
  await query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data) values ($1, 'email', $2, $3, $4)`,
    [randomUUID(), id, id, JSON.stringify({ sub: id, email, email_verified: attributes.email_confirm ?? false })],
  )
  const [user] = await query<AuthUser>('select * from auth.users where id = $1', [id])
  return user ? json(200, publicUser(user)) : authError(500, 'unexpected_failure', 'Database error creating new user')
}

async function update(query: Query, user: AuthUser, attributes: UserAttributes): Promise<AuthUser> {
  const [updated] = await query<AuthUser>(
    `update auth.users set email = coalesce($2, email), phone = coalesce($3, phone),
       encrypted_password = coalesce($4, encrypted_password),
       email_confirmed_at = case when $5 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       phone_confirmed_at = case when $6 then coalesce(phone_confirmed_at, now()) else phone_confirmed_at end,
       raw_user_meta_data = raw_user_meta_data || $7,
       -- A null takes a key away.
       raw_app_meta_data = jsonb_strip_nulls(raw_app_meta_data || $8::jsonb), updated_at = now(),
       banned_until = case when $9::text is null then banned_until when $9 <> 'none' then now() + $9::interval end
     where id = $1 returning *`,
    [
      user.id,
      attributes.email?.toLowerCase() ?? null,
      attributes.phone?.replace(/^\+/, '') ?? null,
      attributes.password ? await hashPassword(attributes.password) : null,
      attributes.email_confirm ?? false,
      attributes.phone_confirm ?? false,
      JSON.stringify(attributes.user_metadata ?? {}),
      JSON.stringify(attributes.app_metadata ?? {}),
      attributes.ban_duration ?? null,
    ],
  )
  if (attributes.password) await query('delete from auth.sessions where user_id = $1', [user.id])
  return updated ?? user
}
