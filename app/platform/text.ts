/** Characters no text of the shop may hold, since no database takes them: NUL and halves of surrogate pairs. */
const BROKEN = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** The text without what no database takes. */
export function cleanText(text: string): string {
  return text.replace(BROKEN, '')
}

/** What a form says of a text that is too long. */
export function tooLong(most: number): string {
  return `Please use at most ${most} characters.`
}

/** Returns a path as a Location header may hold it: letters beyond ASCII are encoded (RFC 9110, section 5.5). */
export function asLocation(path: string): string {
  return path.replace(/[^\u0021-\u007e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
}
