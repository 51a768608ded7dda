import type { Settings } from '../env.server'
import { DAY, SECOND } from '../time'

const ONE_YEAR = (365 * DAY) / SECOND

/**
 * A cookie with one of a few known values that says which version of a page its visitor wants. It isn't signed or declared like other
 * cookies, so that cached pages are served with it too.
 */
export class ChoiceCookie<Value extends string> {
  #name: string
  #pattern: RegExp

  constructor(name: string, values: readonly Value[]) {
    this.#name = name
    this.#pattern = new RegExp(`(?:^|;)\\s*${name}=(${values.join('|')})\\s*(?:;|$)`)
  }

  read(cookieHeader: string | null | undefined): Value | undefined {
    return cookieHeader ? (this.#pattern.exec(cookieHeader)?.[1] as Value | undefined) : undefined
  }

  write({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>, value: Value): string {
    const secure = PUBLIC_URL.startsWith('https:') ? '; Secure' : ''
    return `${this.#name}=${value}; Max-Age=${ONE_YEAR}; Path=/; HttpOnly; SameSite=Lax${secure}`
  }
}
