import { createHash, createHmac } from 'node:crypto'
import { createCookieSessionStorage } from '@remix-run/node'
import type { Session } from '@supabase/supabase-js'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { GoogleStrategy } from 'remix-auth-google'
import { z } from 'zod'
import type { RequestContext } from '~/platform/context.server'
import type { Settings } from '~/platform/env.server'
import { AccountProblem, accountProblem, signIn } from './account.server'

const GoogleProfile = z.object({ email_verified: z.literal(true) })
const GoogleTokens = z.object({ id_token: z.string() })

/** The nonce of a Google sign-in, bound to its state, so that nothing more has to be kept. */
function nonceFor(state: string, settings: Settings): string {
  return createHmac('sha256', settings.SESSION_SECRET).update(`google-nonce:${state}`).digest('base64url')
}

/**
 * Google's strategy with the endpoints of the settings, and with an OpenID nonce, which the library leaves out: it is
 * added to the redirect that the library throws.
 */
class GoogleWithNonce extends GoogleStrategy<Session> {
  #settings: Settings

  constructor(settings: Settings, ...[options, verify]: ConstructorParameters<typeof GoogleStrategy<Session>>) {
    super(options, verify)
    this.#settings = settings
    if (settings.GOOGLE_AUTHORIZE_URL) this.authorizationURL = settings.GOOGLE_AUTHORIZE_URL
    if (settings.GOOGLE_TOKEN_URL) this.tokenURL = settings.GOOGLE_TOKEN_URL
    if (settings.GOOGLE_USERINFO_URL)
      Object.defineProperty(this, 'userInfoURL', { value: settings.GOOGLE_USERINFO_URL })
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

/** Password and Google sign-in through remix-auth, for one request. Both answer with a session of Auth. */
export function createAuthenticator(context: RequestContext): Authenticator<Session> {
  const { settings, backends } = context
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
  authenticator.use(
    new FormStrategy(async ({ form }) =>
      signIn(context, String(form.get('emailOrPhone') ?? '').trim(), String(form.get('password') ?? '')),
    ),
    'password',
  )
  authenticator.use(
    new GoogleWithNonce(
      settings,
      {
        clientID: settings.GOOGLE_CLIENT_ID ?? '',
        clientSecret: settings.GOOGLE_CLIENT_SECRET ?? '',
        callbackURL: `${settings.PUBLIC_URL}/auth/google/callback`,
      },
      async ({ profile, accessToken, extraParams, request }) => {
        if (!GoogleProfile.safeParse(profile._json).success)
          throw new AccountProblem('This Google account’s e-mail is not verified.', 400)
        const state = new URL(request.url).searchParams.get('state') ?? ''
        const { data, error } = await backends.auth(context.clientAddress).signInWithIdToken({
          provider: 'google',
          token: GoogleTokens.parse(extraParams).id_token,
          access_token: accessToken,
          nonce: nonceFor(state, settings),
        })
        if (error) throw accountProblem(error, 'Failed to sign in with Google.')
        return data.session
      },
    ),
    'google',
  )
  return authenticator
}
