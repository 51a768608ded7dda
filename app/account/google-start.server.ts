import { declareCookie } from '~/platform/cookies.server'
import type { Settings } from '~/platform/env.server'
import { MINUTE } from '~/platform/time'

/** What a visitor chose before they went to Google, for when they come back. */
export const googleStartCookie = declareCookie({ name: 'website_google_start', maxAge: 10 * MINUTE })

/** Returns the origin that the sign-in form leads to, for the Content-Security-Policy. */
export function googleOrigin(settings: Settings): string {
  return settings.GOOGLE_AUTHORIZE_URL ? new URL(settings.GOOGLE_AUTHORIZE_URL).origin : 'https://accounts.google.com'
}
