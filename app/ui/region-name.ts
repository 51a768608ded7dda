/** Made on first use: loading its data would lengthen every start. */
let names: Intl.DisplayNames | undefined

/** Returns the English name of a country by its code (ISO 3166), or the code if it has none. */
export function regionName(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region' })
  return names.of(code) ?? code
}
