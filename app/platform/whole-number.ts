import { plainText } from './text'

/**
 * Reads a whole number that somebody typed, or that an address has: up to 15 digits, also those of Urdu, perhaps after a sign. NaN for
 * anything else. `Number` would read `0x10`, `1e3` and an empty text as well.
 */
export function readWhole(text: unknown): number {
  if (typeof text !== 'string') return NaN
  const digits = plainText(text)
  return /^[-+]?\d{1,15}$/.test(digits) ? Number(digits) : NaN
}

/** Reads a whole number and keeps it within two bounds; `otherwise` for anything else. */
export function readWholeWithin(text: unknown, least: number, most: number, otherwise = least): number {
  const number = readWhole(text)
  return Number.isNaN(number) ? otherwise : Math.min(Math.max(number, least), most)
}
