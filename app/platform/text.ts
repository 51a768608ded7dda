import { m } from '~/language/messages'

/** The shop's name, unless the setting BRAND_NAME gives it another. */
export const DEFAULT_BRAND = 'Chambeli'

/** Returns the shop's name as running text writes it, in the page's script if it is the first name. Marks, such as the logo, stay as set. */
export function brandInText(brand = DEFAULT_BRAND): string {
  return brand === DEFAULT_BRAND ? m.platform_default_brand() : brand
}

/** Characters that PostgreSQL doesn't store: NUL and unpaired surrogates, since a pair is one character with the flag `u`. */
const UNSTORABLE = /[\u0000\ud800-\udfff]/gu

/** Marks of direction, zero-width spaces, word joiners and soft hyphens, which copied text has and nobody sees. No script needs them. */
const MARKS = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
/** All but tabs and line breaks. */
const SPACES = /[^\S\t-\r]/g
const JOINERS = /[\u200c\u200d]/g
/** What joiners connect or keep apart: letters of Arabic and Indic scripts, and emoji, half of which are surrogates. */
const JOINED =
  /[\ufe0f\u0600-\u06ff\u0750-\u077f\u0870-\u08ff\u0900-\u0dff\u2190-\u2bff\ud800-\udfff\ufb50-\ufdff\ufe70-\ufefc]/
const HYPHENS = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g

/** Removes the characters that the database can't store. Passwords are cleaned of nothing else. */
export function storable(text: string): string {
  return text.replace(UNSTORABLE, '')
}

const withoutMarks = (text: string): string => storable(text).replace(MARKS, '').replace(SPACES, ' ')

/**
 * Cleans a text that comes in from outside, before any rule: what can't be stored and marks that no script needs are removed, all spaces are
 * the usual one, and letters are composed (NFC). Joiners stay between letters that need them. The database does the same (decision 200).
 */
export function cleanText(text: string): string {
  const clean = withoutMarks(text)
    .replace(/([\u200c\u200d])[\u200c\u200d]+/g, '$1')
    .replace(JOINERS, (joiner, at: number, whole: string) =>
      JOINED.test(whole.charAt(at - 1)) && JOINED.test(whole.charAt(at + 1)) ? joiner : '',
    )
    .normalize('NFC')
  // What is composed or ordered anew may have another joiner beside it that nothing needs.
  return clean === text ? clean : cleanText(clean)
}

/** Cleans a text that isn't prose, such as a number, a date, a code or an e-mail address: with digits 0 to 9, plain hyphens and no joiners. */
export function plainText(text: string): string {
  return withoutMarks(text)
    .replace(JOINERS, '')
    .normalize('NFC')
    .replace(HYPHENS, '-')
    .replace(/[۰-۹٠-٩]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
    .trim()
}

/** Cleans a code or a number of an order or a parcel, which has no spaces. */
export function codeText(text: string): string {
  return plainText(text).replace(/\s/g, '')
}

/**
 * Returns the first `max` UTF-16 code units of a text that the database can store, or the last ones if `max` is negative. A cut within an
 * emoji leaves half of it, which PostgreSQL refuses.
 */
export function cutText(text: string, max: number): string {
  return storable(max < 0 ? text.slice(max) : text.slice(0, max))
}

/** Returns an element's ID made of names, whose letters and digits of any script stay, so that two names in Urdu aren't one ID. */
export function elementId(...names: readonly string[]): string {
  return names.join('-').replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
}

interface PartBetween {
  /** Where the first mark begins, and where the second one ends. */
  start: number
  end: number
  /** What is between them. */
  inside: string
}

/** Finds the parts of a text between two marks, from the first mark to the next second one. */
export function* partsBetween(text: string, before: string, after: string): Generator<PartBetween> {
  for (let from = 0; ;) {
    const start = text.indexOf(before, from)
    const stop = start === -1 ? -1 : text.indexOf(after, start + before.length)
    if (stop === -1) return
    from = stop + after.length
    yield { start, end: from, inside: text.slice(start + before.length, stop) }
  }
}

/** Replaces the parts of a text between two marks, with their marks. */
export function replaceBetween(text: string, before: string, after: string, by: (inside: string) => string): string {
  let [replaced, done] = ['', 0]
  for (const { start, end, inside } of partsBetween(text, before, after)) {
    replaced += text.slice(done, start) + by(inside)
    done = end
  }
  return replaced + text.slice(done)
}

export function withoutTags(html: string): string {
  return replaceBetween(html, '<', '>', () => '')
}

/** Returns a value as JSON that is safe inside a script element: no character in it can end the element or a line. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
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
