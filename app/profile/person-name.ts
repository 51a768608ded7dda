import { cutText } from '~/platform/text'

/** The longest first and last name of an address, in characters. */
const LONGEST = 80

/** Splits a full name for the fields of an address: its last word is the last name, unless it is the only one. */
export function splitName(name: string): { firstName: string; lastName?: string } {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.pop() : undefined
  return { firstName: cutText(words.join(' '), LONGEST), lastName: last && cutText(last, LONGEST) }
}
