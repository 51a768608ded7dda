import { adminUsers } from './auth-admin.ts'
import { accountChanges } from './auth-changes.ts'
import { mailCode, refuseTooSoon } from './auth-codes.ts'
import { redirectTarget } from './auth-mails.ts'
import { factorService, factorsOf, isFactorPath } from './auth-factors.ts'
import { authError, inAskedForm, json, publicUser, type AuthUser } from './auth-responses.ts'
import { fakeUser, isBanned, refuseAddress, userByEmail, userByPhone, verifyType } from './auth-users.ts'
import { claimsIn } from './callers.ts'
import { readConfig } from './config.ts'
import type { Gateway } from './gateway-parts.ts'
import { withHostedClaims } from './hosted-claims.ts'
import { idTokenGrant } from './id-token.ts'
import { isPassword } from './passwords.ts'

const { sms: smsSettings, refresh_token_reuse_interval: reuseSeconds } = readConfig().auth
/** The paths that need a session. */
const OF_SESSION = /^\/auth\/v1\/(user|factors|logout)(\/|$)/
type Body = Record<string, unknown>

/**
 * Returns the hosted Auth service on top of lite's: it adds what lite lacks (codes of type `email`, resend, repeated sign-up,
 * phone and password, ID tokens, second factors, admin) and forwards everything else.
 */
export function authService(gateway: Gateway) {
  const { query, settings, lite } = gateway
  const secret = new TextEncoder().encode(settings.jwtSecret)
  const factors = factorService(gateway, (refreshToken) =>
    forward('/auth/v1/token', { refresh_token: refreshToken }, '?grant_type=refresh_token'),
  )
  const { updateUser, confirmEmail } = accountChanges(gateway, forward)
  const signInWithIdToken = idTokenGrant(query, settings.idProviders, (tokenHash) =>
    forward('/auth/v1/verify', { type: 'magiclink', token_hash: tokenHash }, '', 'oauth'),
  )

  /** `method` is how a session is opened, if the response has a new one. */
  async function forward(path: string, body: Body, search = '', method = 'password'): Promise<Response> {
    const response = await lite(
      new Request(`http://sandbox${path}${search}`, {
        method: 'POST',
        headers: { apikey: settings.publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
    return withHostedClaims(response, query, secret, settings.siteUrl, method)
  }

  const handlers: Record<string, (body: Body, url: URL) => Promise<Response>> = {
    '/auth/v1/token': grantToken,
    '/auth/v1/verify': async (body) =>
      body.type === 'email_change'
        ? confirmEmail(body)
        : forward('/auth/v1/verify', { ...body, type: await verifyType(query, body) }, '', 'otp'),
    '/auth/v1/recover': mailLink,
    '/auth/v1/otp': mailLink,
    '/auth/v1/resend': resend,
    '/auth/v1/signup': signUp,
  }

  async function grantToken(body: Body, url: URL): Promise<Response> {
    const grant = url.searchParams.get('grant_type')
    if (grant === 'password') return passwordGrant(body)
    if (grant === 'id_token') return signInWithIdToken(body)
    return grant === 'refresh_token' ? refreshGrant(body, url) : forward(url.pathname, body, url.search)
  }

  /**
   * Within the reuse interval Auth takes a used token, even one that isn't the last; then lite is given the session's current one. It takes
   * the last one itself, at any time.
   */
  async function refreshGrant(body: Body, url: URL): Promise<Response> {
    const [used] = await query<{ banned_until: string | null; current: string | null }>(
      `select u.banned_until, (select a.token from auth.refresh_tokens a
           where a.session_id = t.session_id and not a.revoked and a.parent is distinct from t.token
             and t.revoked and t.updated_at > now() - make_interval(secs => $2)) as current
         from auth.refresh_tokens t join auth.users u on u.id::text = t.user_id::text where t.token = $1`,
      [String(body.refresh_token ?? ''), reuseSeconds],
    )
    if (used && isBanned(used)) return authError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
    return forward(url.pathname, { refresh_token: used?.current ?? body.refresh_token }, url.search)
  }

  /** Mails a link for a new password, or a code; one pause holds for both. */
  async function mailLink(body: Body, url: URL): Promise<Response> {
    const user = await userByEmail(query, body.email)
    return refuseTooSoon(user?.recovery_sent_at) ?? forward(url.pathname, body, url.search)
  }

  async function resend(body: Body): Promise<Response> {
    const user = await userByEmail(query, body.email)
    if (user && !user.confirmed_at) return (await mailCode(gateway, user)) ?? json(200, {})
    return json(200, {})
  }

  async function passwordGrant(body: Body): Promise<Response> {
    if (!body.email && body.phone && !smsSettings.enabled)
      return authError(422, 'phone_provider_disabled', 'Phone logins are disabled')
    const user = body.email ? await userByEmail(query, body.email) : await userByPhone(query, body.phone)
    if (user?.encrypted_password && isBanned(user)) return authError(400, 'user_banned', 'User is banned')
    const isPasswordCorrect = await isPassword(String(body.password ?? ''), user?.encrypted_password)
    if (!user?.email || !isPasswordCorrect) return authError(400, 'invalid_credentials', 'Invalid login credentials')
    return forward('/auth/v1/token', { email: user.email, password: body.password }, '?grant_type=password')
  }

  /** As in the hosted service, an empty list tells the caller that the address has an account already. */
  const identitiesOf = (user: AuthUser) => query('select * from auth.identities where user_id = $1', [user.id])

  async function signUp(body: Body): Promise<Response> {
    const refused = body.email === undefined ? undefined : refuseAddress(body.email)
    if (refused) return refused
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

  return (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    return redirectTarget.run(url.searchParams.get('redirect_to') ?? '', async () =>
      inAskedForm(request, await auth(request, url)),
    )
  }

  /** Whether the token of a request is of a banned user. Its signature is checked later. */
  async function isOfBannedUser(request: Request): Promise<boolean> {
    const claims = claimsIn(request)
    if (!claims) return false
    const [user] = await query<AuthUser>('select * from auth.users where id::text = $1', [claims.sub ?? ''])
    return user !== undefined && isBanned(user)
  }

  async function auth(request: Request, url: URL): Promise<Response> {
    if (OF_SESSION.test(url.pathname) && (await isOfBannedUser(request)))
      return authError(403, 'user_banned', 'User is banned')
    if (isFactorPath(url.pathname)) return factors(request)
    if (request.method === 'GET' && url.pathname === '/auth/v1/user') return readUser(request)
    if (request.method === 'PUT' && url.pathname === '/auth/v1/user') return updateUser(request)
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
