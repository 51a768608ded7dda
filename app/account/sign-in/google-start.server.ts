import { declareCookie } from '~/platform/cookies.server'
import type { Settings } from '~/platform/env.server'
import { MINUTE } from '~/platform/time'

export const googleStartCookie = declareCookie({ name: 'website_google_start', maxAge: 10 * MINUTE })

/** Returns Google's origin, for the Content-Security-Policy of the sign-in form. */
export function googleOrigin(settings: Settings): string {
  return settings.GOOGLE_AUTHORIZE_URL ? new URL(settings.GOOGLE_AUTHORIZE_URL).origin : 'https://accounts.google.com'
}
