import type { Settings } from '../env.server'
import { DAY, SECOND } from '../time'

/**
 * Whether the shopper chose the lite version, "on" or "off". Neither signed nor declared as the shop's other cookies are: it tells
 * nothing of anybody, so pages still come from the cache.
 */
const NAME = 'website_lite'
const CHOICE = new RegExp(`(?:^|;)\\s*${NAME}=(on|off)\\s*(?:;|$)`)
const ONE_YEAR = (365 * DAY) / SECOND

/** Whether a request wants the lite version: as the shopper chose, else as the browser's Save-Data says. */
export function wantsLite(cookieHeader: string | null | undefined, saveData: string | null | undefined): boolean {
  const choice = cookieHeader ? CHOICE.exec(cookieHeader)?.[1] : undefined
  return choice ? choice === 'on' : saveData === 'on'
}

/** Returns the Set-Cookie header that keeps the shopper's choice. */
export function liteCookie({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>, isLite: boolean): string {
  const secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
  return `${NAME}=${isLite ? 'on' : 'off'}; Max-Age=${ONE_YEAR}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
