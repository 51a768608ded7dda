import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { declareCookie } from '~/platform/cookies.server'
import type { Needs } from '~/platform/context.server'
import type { Shop } from '~/platform/shop.server'
import type { Settings } from '~/platform/env.server'
import { DAY } from '~/platform/time'

type Secrets = Pick<Settings, 'SESSION_SECRET' | 'PREVIOUS_SESSION_SECRET'>

/** Below this path, everything is hidden from browsers that didn't come by the private link. */
export const DESK = '/desk'

const doorCookie = declareCookie({ name: 'website_desk_door', maxAge: 365 * DAY, path: DESK })

/** 128 bits can't be guessed. */
const KEY_BYTES = 16

function doorKey(secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'desk door', 32))
  return createHmac('sha256', key).update('sign in').digest().subarray(0, KEY_BYTES).toString('base64url')
}

/** Returns the private link of the sign-in page. It is the same for all operators until SESSION_SECRET changes. */
export function privateLink(settings: Secrets & Pick<Settings, 'PUBLIC_URL'>): string {
  return `${settings.PUBLIC_URL}${DESK}/sign-in?key=${doorKey(settings.SESSION_SECRET)}`
}

/** Whether a key is the private link's. */
export function isDoorKey(secrets: Secrets, key: string): boolean {
  const given = Buffer.from(key)
  return [secrets.SESSION_SECRET, secrets.PREVIOUS_SESSION_SECRET].some((secret) => {
    const expected = Buffer.from(secret ? doorKey(secret) : '')
    return expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given)
  })
}

/** Opens the desk's door for this browser. */
export async function openDoor({ cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  sendCookie(await cookies.of(doorCookie).serialize('open'))
}

/** Whether a request for the desk gets the response of an unknown path: its browser never came by the private link (decision 118). */
export async function isHiddenDesk({ cookies, settings }: Shop, request: Request): Promise<boolean> {
  const { pathname, searchParams } = new URL(request.url)
  if (!/^\/desk(\/|\.data$|$)/.test(pathname)) return false
  if ((await cookies.of(doorCookie).parse(request.headers.get('cookie'))) === 'open') return false
  return pathname !== `${DESK}/sign-in` || !isDoorKey(settings, searchParams.get('key') ?? '')
}
