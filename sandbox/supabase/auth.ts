import { createHash, randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import bcrypt from 'bcryptjs'
import { jwtVerify, SignJWT } from 'jose'
import { adminUsers } from './auth-admin.ts'
import { assuranceOf, factorService, factorsOf, isFactorPath } from './auth-factors.ts'
import { authError, json, publicUser, type AuthUser } from './auth-responses.ts'
import { readConfig, templateFile } from './config.ts'
import type { Gateway, Query } from './gateway.ts'
import { idTokenGrant } from './id-token.ts'

const { email: emailSettings, sms: smsSettings } = readConfig().auth
/** The shortest time between two mails to the same person. */
const MAIL_INTERVAL_MS = Number.parseInt(emailSettings.max_frequency) * 1_000
const { confirmation } = emailSettings.template

type Body = Record<string, unknown>

/**
 * Returns the hosted Auth service on top of lite's: it adds what lite lacks (codes of type `email`, resend, repeated sign-up,
 * phone and password, ID tokens, second factors, admin) and forwards everything else.
 */
export function authService(gateway: Gateway) {
  const { query, settings, lite } = gateway
  const secret = new TextEncoder().encode(settings.jwtSecret)
  const factors = factorService(query, lite, (refreshToken) =>
    forward('/auth/v1/token', { refresh_token: refreshToken }, '?grant_type=refresh_token'),
  )
  const signInWithIdToken = idTokenGrant(query, settings.idProviders, (tokenHash) =>
    forward('/auth/v1/verify', { type: 'magiclink', token_hash: tokenHash }),
  )

  async function forward(path: string, body: Body, search = ''): Promise<Response> {
    const response = await lite(
      new Request(`http://sandbox${path}${search}`, {
        method: 'POST',
        headers: { apikey: settings.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    return withHostedClaims(response, query, secret, settings.siteUrl)
  }

  const handlers: Record<string, (body: Body, url: URL) => Promise<Response>> = {
    '/auth/v1/token': (body, url) => {
      const grant = url.searchParams.get('grant_type')
      if (grant === 'password') return passwordGrant(body)
      return grant === 'id_token' ? signInWithIdToken(body) : forward(url.pathname, body, url.search)
    },
    '/auth/v1/verify': async (body) => forward('/auth/v1/verify', { ...body, type: await verifyType(query, body) }),
    '/auth/v1/resend': async (body) => {
      const user = await userByEmail(query, body.email)
      if (user && !user.confirmed_at) return (await mailCode(gateway, user)) ?? json(200, {})
      return json(200, {})
    },
    '/auth/v1/signup': signUp,
  }

  async function passwordGrant(body: Body): Promise<Response> {
    if (!body.email && body.phone && !smsSettings.enable_signup)
      return authError(422, 'phone_provider_disabled', 'Phone logins are disabled')
    const user = body.email
      ? await userByEmail(query, body.email)
      : (
          await query<AuthUser>('select * from auth.users where phone = $1', [
            String(body.phone ?? '').replace(/^\+/, ''),
          ])
        )[0]
    const isPasswordCorrect = await bcrypt.compare(
      String(body.password ?? ''),
      user?.encrypted_password || '$2b$10$'.padEnd(60, 'x'),
    )
    if (!user?.email || !isPasswordCorrect) return authError(400, 'invalid_credentials', 'Invalid login credentials')
    if (user.banned_until && Date.parse(user.banned_until) > Date.now())
      return authError(400, 'user_banned', 'User is banned')
    return forward('/auth/v1/token', { email: user.email, password: body.password }, '?grant_type=password')
  }

  /** As in the hosted service, an empty list tells the caller that the address has an account already. */
  const identitiesOf = (user: AuthUser) => query('select * from auth.identities where user_id = $1', [user.id])

  async function signUp(body: Body): Promise<Response> {
    const user = await userByEmail(query, body.email)
    if (user?.confirmed_at) return json(200, fakeUser(user, body))
    if (user)
      return (await mailCode(gateway, user)) ?? json(200, { ...publicUser(user), identities: await identitiesOf(user) })
    const response = await forward('/auth/v1/signup', body)
    return response.status === 500 ? authError(500, 'unexpected_failure', 'Database error saving new user') : response
  }

  /** Adds the ID token providers, which lite's settings don't know about. */
  async function readSettings(request: Request): Promise<Response> {
    const response = await lite(request)
    if (!response.ok) return response
    const body = await response.json()
    const providers = Object.fromEntries(Object.keys(settings.idProviders).map((name) => [name, true]))
    return json(200, { ...body, external: { ...body.external, ...providers } })
  }

  /** Adds the user's second factors, which lite doesn't know about. */
  async function readUser(request: Request): Promise<Response> {
    const response = await lite(request)
    if (!response.ok) return response
    const user = await response.json()
    return json(200, { ...user, factors: await factorsOf(query, user.id) })
  }

  return async function auth(request: Request): Promise<Response> {
    const url = new URL(request.url)
    if (isFactorPath(url.pathname)) return factors(request)
    if (request.method === 'GET' && url.pathname === '/auth/v1/user') return readUser(request)
    if (url.pathname === '/auth/v1/settings') return readSettings(request)
    if (url.pathname.startsWith('/auth/v1/admin/')) {
      return adminUsers(request, query, request.headers.get('apikey') === settings.secretKey)
    }
    const handler = request.method === 'POST' ? handlers[url.pathname] : undefined
    if (!handler) return lite(request)
    const key = request.headers.get('apikey')
    if (key !== settings.publishableKey && key !== settings.secretKey) return json(401, { message: 'Invalid API key' })
    try {
      return await handler((await request.json()) as Body, url)
    } catch (error) {
      if (error instanceof SyntaxError) return authError(400, 'bad_json', 'Could not parse request body as JSON')
      throw error
    }
  }
}

async function userByEmail(query: Query, email: unknown): Promise<AuthUser | undefined> {
  const [user] = await query<AuthUser>('select * from auth.users where lower(email) = $1', [
    String(email ?? '').toLowerCase(),
  ])
  return user
}

/** Translates the verification type `email` to the type that lite knows. */
async function verifyType(query: Query, body: Body): Promise<unknown> {
  if (body.type !== 'email') return body.type
  if (body.token_hash) {
    const [user] = await query('select id from auth.users where confirmation_token = $1', [body.token_hash])
    return user ? 'signup' : 'magiclink'
  }
  const user = await userByEmail(query, body.email)
  return user && !user.confirmed_at ? 'signup' : 'magiclink'
}

/** Mails a new code. Returns an error response if the last one is too recent. */
async function mailCode({ query, settings }: Gateway, user: AuthUser): Promise<Response | undefined> {
  const age = user.confirmation_sent_at ? Date.now() - Date.parse(user.confirmation_sent_at) : Infinity
  if (age < MAIL_INTERVAL_MS) {
    const seconds = Math.ceil((MAIL_INTERVAL_MS - age) / 1000)
    const message = `For security purposes, you can only request this after ${seconds} seconds.`
    return authError(429, 'over_email_send_rate_limit', message)
  }
  const email = user.email ?? ''
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const tokenHash = createHash('sha256')
    .update(email.toLowerCase() + code)
    .digest('hex')
  await query('update auth.users set confirmation_token = $1, confirmation_sent_at = now() where id = $2', [
    tokenHash,
    user.id,
  ])
  const html = readFileSync(templateFile(confirmation), 'utf8').replace('{{ .Token }}', code)
  await settings.sendMail({ to: email, subject: confirmation.subject, html })
}

/** Returns the made-up user that the hosted service returns for an address with an account, which doesn't reveal it. */
function fakeUser(user: AuthUser, body: Body) {
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

/** Adds the access token claims that lite leaves out. */
async function withHostedClaims(
  response: Response,
  query: Query,
  secret: Uint8Array,
  siteUrl: string,
): Promise<Response> {
  if (response.status !== 200) return response
  const session = await response.json()
  if (!session.access_token) return json(200, session)
  const { payload } = await jwtVerify(session.access_token, secret)
  const { iat, exp, ...claims } = payload
  session.access_token = await new SignJWT({
    iss: `${siteUrl}/auth/v1`,
    ...claims,
    phone: session.user?.phone ?? '',
    app_metadata: session.user?.app_metadata ?? {},
    user_metadata: session.user?.user_metadata ?? {},
    ...(await assuranceOf(query, String(payload.session_id))),
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(iat)
    .setExpirationTime(exp ?? Math.floor(Date.now() / 1000) + 3600)
    .sign(secret)
  return json(200, session)
}
