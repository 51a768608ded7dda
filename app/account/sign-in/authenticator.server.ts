import { m } from '~/language/messages'
import { createHash, createHmac } from 'node:crypto'
import { createCookieSessionStorage } from '@remix-run/node'
import type { Session } from '@supabase/supabase-js'
import { Authenticator, AuthorizationError } from 'remix-auth'
import { GoogleStrategy, type GoogleExtraParams, type GoogleProfile } from 'remix-auth-google'
import { z } from 'zod'
import { askServer } from '~/platform/ask-server.server'
import type { Needs } from '~/platform/context.server'
import type { Settings } from '~/platform/env.server'
import { refuse, succeed } from '~/platform/result'
import { cutText } from '~/platform/text'
import { refuseAccount, refuseByAuth, type AccountRefusal, type AccountResult } from '../refusal'
import { authOf } from './sign-in.server'
import { declareCookie } from '~/platform/cookies.server'
import { MINUTE } from '~/platform/time'

const googleProfileSchema = z.object({ email_verified: z.literal(true) })
const googleTokensSchema = z.object({ access_token: z.string(), id_token: z.string() })

/** Returns the nonce of a Google sign-in. It is derived from the state, so it needn't be stored. */
function nonceFor(state: string, settings: Settings): string {
  return createHmac('sha256', settings.SESSION_SECRET).update(`google-nonce:${state}`).digest('base64url')
}

const USER_INFO = 'https://www.googleapis.com/oauth2/v3/userinfo'
/** What is read of a response of Google. */
const ASKED = { types: ['application/json'], maxBytes: 100_000 }

/**
 * Google's strategy with the endpoints of the settings. It adds an OpenID nonce, which the library lacks, to the redirect, and asks Google
 * within bounds.
 */
class GoogleWithNonce extends GoogleStrategy<Session> {
  #settings: Settings

  constructor(settings: Settings, ...[options, verify]: ConstructorParameters<typeof GoogleStrategy<Session>>) {
    super(options, verify)
    this.#settings = settings
    if (settings.GOOGLE_AUTHORIZE_URL) this.authorizationURL = settings.GOOGLE_AUTHORIZE_URL
    if (settings.GOOGLE_TOKEN_URL) this.tokenURL = settings.GOOGLE_TOKEN_URL
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    const body = new URLSearchParams(params)
    for (const [name, value] of Object.entries({ code, client_id: this.clientID, client_secret: this.clientSecret }))
      body.set(name, value)
    const { ok, status, text } = await askServer(this.tokenURL, { method: 'POST', body, ...ASKED })
    if (!ok) throw new Error(`Google gave no token: ${status} ${cutText(text, 300)}`)
    const { access_token: accessToken, ...extraParams } = googleTokensSchema.parse(JSON.parse(text))
    return { accessToken, extraParams: extraParams as GoogleExtraParams }
  }

  /** Returns the facts about the account by which it is decided whether its owner may sign in. */
  protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
    const headers = { authorization: `Bearer ${accessToken}` }
    const { ok, status, text } = await askServer(this.#settings.GOOGLE_USERINFO_URL ?? USER_INFO, { headers, ...ASKED })
    if (!ok) throw new Error(`Google gave no profile: ${status}`)
    return { provider: 'google', _json: JSON.parse(text) } as GoogleProfile
  }

  override async authenticate(...parameters: Parameters<GoogleStrategy<Session>['authenticate']>): Promise<Session> {
    try {
      return await super.authenticate(...parameters)
    } catch (thrown) {
      const location = thrown instanceof Response ? thrown.headers.get('Location') : null
      if (thrown instanceof Response && location?.startsWith(this.authorizationURL)) {
        const url = new URL(location)
        const nonce = nonceFor(url.searchParams.get('state') ?? '', this.#settings)
        url.searchParams.set('nonce', createHash('sha256').update(nonce).digest('hex'))
        thrown.headers.set('Location', url.href)
      }
      throw thrown
    }
  }
}

/** Wraps a refusal: remix-auth's strategies can only throw. */
class SignInRefused extends Error {
  override name = 'SignInRefused'
  refusal: AccountRefusal

  constructor(refusal: AccountRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Returns the session of a result. Throws SignInRefused. */
function sessionOf(result: AccountResult<Session>): Session {
  if (result.ok) return result.value
  throw new SignInRefused(result.refusal)
}

type SignInContext = Needs<'backends' | 'clientAddress' | 'settings'>

/** Signs in with the code in Google's redirect. Without a code, throws the redirect to Google. */
export async function signInWithGoogle(context: SignInContext, request: Request): Promise<AccountResult<Session>> {
  const bodiless = new Request(request.url, { headers: request.headers })
  try {
    return succeed(await createAuthenticator(context).authenticate('google', bodiless))
  } catch (error) {
    const cause = error instanceof AuthorizationError ? error.cause : error
    if (cause instanceof SignInRefused) return refuse(cause.refusal)
    throw error
  }
}

function createAuthenticator(context: SignInContext): Authenticator<Session> {
  const { settings } = context
  const storage = createCookieSessionStorage({
    cookie: {
      name: 'website_google',
      httpOnly: true,
      sameSite: 'lax',
      path: '/auth/google',
      secure: settings.PUBLIC_URL.startsWith('https:'),
      maxAge: 600,
      secrets: [settings.SESSION_SECRET],
    },
  })
  const authenticator = new Authenticator<Session>(storage, { throwOnError: true })
  authenticator.use(googleStrategy(context), 'google')
  return authenticator
}

function googleStrategy(context: SignInContext): GoogleWithNonce {
  const { settings } = context
  return new GoogleWithNonce(
    settings,
    {
      clientID: settings.GOOGLE_CLIENT_ID ?? '',
      clientSecret: settings.GOOGLE_CLIENT_SECRET ?? '',
      callbackURL: `${settings.PUBLIC_URL}/auth/google/callback`,
    },
    async ({ profile, accessToken, extraParams, request }) => {
      if (!googleProfileSchema.safeParse(profile._json).success)
        return sessionOf(refuseAccount(m.account_google_unverified()))
      const state = new URL(request.url).searchParams.get('state') ?? ''
      const { data, error } = await authOf(context).signInWithIdToken({
        provider: 'google',
        token: extraParams.id_token,
        access_token: accessToken,
        nonce: nonceFor(state, settings),
      })
      if (!error) return data.session
      const refused = refuseByAuth(error, m.account_google_failed())
      if (error.code || refused.refusal.status !== 400) return sessionOf(refused)
      // Without a code, Auth's words are for the log: "Bad ID token", or "Internal Server Error" with status 400.
      throw new Error(`Auth refused Google’s token: ${error.message}`, { cause: error })
    },
  )
}

export const googleStartCookie = declareCookie({ name: 'website_google_start', maxAge: 10 * MINUTE })

/** Returns Google's origin, for the Content-Security-Policy of the sign-in form. */
export function googleOrigin(settings: Settings): string {
  return settings.GOOGLE_AUTHORIZE_URL ? new URL(settings.GOOGLE_AUTHORIZE_URL).origin : 'https://accounts.google.com'
}
