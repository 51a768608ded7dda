const NAMES = new Intl.DisplayNames('en', { type: 'region' })

/** Returns the English name of a country by its code (ISO 3166), or the code if it has none. */
export function regionName(code: string): string {
  return NAMES.of(code) ?? code
}
