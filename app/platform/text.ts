import { m } from '~/language/messages'

/** Characters that PostgreSQL doesn't store: NUL and unpaired surrogates, since a pair is one character with the flag `u`. */
const UNSTORABLE = /[\u0000\ud800-\udfff]/gu

/** The shop's name, unless the setting BRAND_NAME gives it another. */
export const DEFAULT_BRAND = 'Chambeli'

/** Removes the characters that the database can't store. */
export function cleanText(text: string): string {
  return text.replace(UNSTORABLE, '')
}

/** Returns '1 product' or '2 products'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}

/** Returns the message for a text that is too long, as schemas take it. */
export function tooLong(max: number): { error: () => string } {
  return { error: () => m.platform_too_long({ max }) }
}

/** Stands for the shop's address. Any would do, since only what follows it is returned. */
const ORIGIN = 'https://shop.invalid'

/**
 * The longest path of a redirect, in characters. Proxies refuse a response with more than 4 or 8 kB of headers, which also hold cookies, and
 * browsers drop a cookie above 4,096 bytes, which encryption makes about 1.4 times as long.
 */
const MAX_PATH = 2_000

/**
 * Returns the path, query and fragment of a text that leads into the shop, written as browsers read it, or else `/`, also for one that is too
 * long. Every redirect is written by it: a check of the text itself would miss what is normalised later, such as `/.\\host` (RT-55, decision 140).
 */
export function shopPath(text: unknown): string {
  if (typeof text !== 'string' || !URL.canParse(text, ORIGIN)) return '/'
  const { origin, pathname, search, hash } = new URL(text, ORIGIN)
  // Without the address in front, browsers would read a path like `//host` as another site.
  const path = pathname + search + hash
  return origin === ORIGIN && !pathname.startsWith('//') && path.length <= MAX_PATH ? path : '/'
}
