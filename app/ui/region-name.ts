import { currentLanguage } from '~/language/current'
import type { Language } from '~/language/languages'

/** Made on first use: loading their data would lengthen every start. */
const names = new Map<Language, Intl.DisplayNames>()

/** Returns the name of a country by its code (ISO 3166) in the page's language, or the code if it has none. */
export function regionName(code: string): string {
  const language = currentLanguage()
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  names.set(language, known)
  return known.of(code) ?? code
}
