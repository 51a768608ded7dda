/** Writes the digits of Urdu and Arabic keyboards as 0 to 9. */
export function westernDigits(text: string): string {
  return text.replace(/[۰-۹٠-٩]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
}

/**
 * Reads a whole number that somebody typed, or that an address has: up to 15 digits, also those of Urdu, perhaps after a sign. NaN for
 * anything else. `Number` would read `0x10`, `1e3` and an empty text as well.
 */
export function readWhole(text: unknown): number {
  if (typeof text !== 'string') return NaN
  const digits = westernDigits(text.trim())
  return /^[-+]?\d{1,15}$/.test(digits) ? Number(digits) : NaN
}

/** Reads a whole number and keeps it within two bounds; `otherwise` for anything else. */
export function readWholeWithin(text: unknown, least: number, most: number, otherwise = least): number {
  const number = readWhole(text)
  return Number.isNaN(number) ? otherwise : Math.min(Math.max(number, least), most)
}
