import { createCookie, type Cookie } from '@remix-run/node'
import type { Settings } from '../env.server'
import { DAY, MINUTE, SECOND } from '../time'

/** Every cookie of the shop. All are signed and HttpOnly; over HTTPS they are Secure and bound to this host. */
export interface Cookies {
  session: Cookie
  flash: Cookie
  cart: Cookie
  promo: Cookie
  newsletter: Cookie
  destination: Cookie
  verification: Cookie
  guestOrders: Cookie
  google: Cookie
}

/** How long a kept session lasts, in seconds. */
export const KEPT_SESSION_SECONDS = (30 * DAY) / SECOND

/** The cookies under these settings. */
export function createCookies(settings: Settings): Cookies {
  const secure = settings.PUBLIC_URL.startsWith('https:')
  const secrets = [settings.SESSION_SECRET, settings.PREVIOUS_SESSION_SECRET].filter((value) => value !== undefined)
  const cookie = (name: string, maxAge?: number) =>
    createCookie(secure ? `__Host-${name}` : name, {
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure,
      secrets,
      maxAge,
    })
  return {
    session: cookie('website_session'),
    flash: cookie('website_flash', MINUTE / SECOND),
    cart: cookie('addtocartItems'),
    promo: cookie('website_promo'),
    newsletter: cookie('website_newsletter', MINUTE / SECOND),
    destination: cookie('website_destination', (30 * MINUTE) / SECOND),
    verification: cookie('website_verification', (60 * MINUTE) / SECOND),
    google: cookie('website_google_start', (10 * MINUTE) / SECOND),
    guestOrders: cookie('website_orders', (30 * DAY) / SECOND),
  }
}
