import type { Settings } from '../env.server'
import { DAY, SECOND } from '../time'

/** The lite cookie, "on" or "off". It is not signed or declared like other cookies, so that cached pages are served with it too. */
const NAME = 'website_lite'
const CHOICE = new RegExp(`(?:^|;)\\s*${NAME}=(on|off)\\s*(?:;|$)`)
const ONE_YEAR = (365 * DAY) / SECOND

/** Whether a request is for the lite version, by the shopper's choice or else the Save-Data header. */
export function wantsLite(cookieHeader: string | null | undefined, saveData: string | null | undefined): boolean {
  const choice = cookieHeader ? CHOICE.exec(cookieHeader)?.[1] : undefined
  return choice ? choice === 'on' : saveData === 'on'
}

/** Returns the Set-Cookie header for the shopper's choice. */
export function liteCookie({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>, isLite: boolean): string {
  const secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${isLite ? 'on' : 'off'}; Max-Age=${ONE_YEAR}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
