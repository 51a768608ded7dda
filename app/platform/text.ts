/** Characters that PostgreSQL doesn't store: NUL and unpaired surrogates, since a pair is one character with the flag `u`. */
const UNSTORABLE = /[\u0000\ud800-\udfff]/gu

/** The shop's name, unless the setting BRAND_NAME gives it another. */
export const DEFAULT_BRAND = 'Chambeli'

/** Removes the characters that the database can't store. */
export function cleanText(text: string): string {
  return text.replace(UNSTORABLE, '')
}

/** Returns the message for a text that is too long. */
export function tooLong(max: number): string {
  return `Please use at most ${max} characters.`
}

/** Encodes a path for a Location header, which allows ASCII only (RFC 9110, section 5.5). */
export function encodeLocation(path: string): string {
  return path.replace(/[^\u0021-\u007e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
}
