import { declareCookie } from '~/platform/cookies.server'
import type { Needs } from '~/platform/context.server'
import { isTokenOf, tokenOf, type Secrets } from '~/platform/encryption/keyed-hash.server'
import type { Shop } from '~/platform/shop.server'
import type { Settings } from '~/platform/env.server'
import { DAY } from '~/platform/time'

/** Below this path, everything is hidden from browsers that didn't come by the private link. */
export const DESK = '/desk'

const doorCookie = declareCookie({ name: 'website_desk_door', maxAge: 365 * DAY, path: DESK })

const PURPOSE = ['desk door', 'sign in'] as const

/** Returns the private link of the sign-in page. It is the same for all operators until SESSION_SECRET changes. */
export function privateLink(settings: Secrets & Pick<Settings, 'PUBLIC_URL'>): string {
  return `${settings.PUBLIC_URL}${DESK}/sign-in?key=${tokenOf(settings, ...PURPOSE)}`
}

export function isDoorKey(secrets: Secrets, key: string): boolean {
  return isTokenOf(secrets, ...PURPOSE, key)
}

const INVITATION = 'desk invitation'

export function invitationLink(settings: Secrets & Pick<Settings, 'PUBLIC_URL'>, id: string): string {
  return `${settings.PUBLIC_URL}${DESK}/sign-in/invitation?id=${id}&key=${tokenOf(settings, INVITATION, id)}`
}

/** Returns the ID in the link of an invitation, or null if it isn't the shop's. */
export function invitationOf(secrets: Secrets, { searchParams }: URL): string | null {
  const [id, key] = ['id', 'key'].map((name) => searchParams.get(name) ?? '')
  return id && key && isTokenOf(secrets, INVITATION, id, key) ? id : null
}

export async function openDoor({ cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  sendCookie(await cookies.of(doorCookie).serialize('open'))
}

export function isDesk(path: string): boolean {
  return /^\/desk(\/|\.data$|$)/.test(path)
}

/**
 * Whether a request for the desk gets the response of an unknown path: its browser never came by the private link or an invitation
 * (decisions 118, 165).
 */
export async function isHiddenDesk({ cookies, settings }: Shop, request: Request): Promise<boolean> {
  const url = new URL(request.url)
  const { pathname, searchParams } = url
  if (!isDesk(pathname)) return false
  if ((await cookies.of(doorCookie).parse(request.headers.get('cookie'))) === 'open') return false
  if (pathname === `${DESK}/sign-in/invitation`) return invitationOf(settings, url) === null
  return pathname !== `${DESK}/sign-in` || !isDoorKey(settings, searchParams.get('key') ?? '')
}
