import { currentLanguage } from '~/language/current'
import type { Language } from '~/language/languages'

/** Made on first use: loading their data would lengthen every start. */
const names = new Map<Language, Intl.DisplayNames>()

/** The short names in Urdu are those that people say. */
const STYLES: Record<Language, 'long' | 'short'> = { en: 'long', ur: 'short' }

/** What people say where `Intl` has a name of books. */
export const SPOKEN: Partial<Record<Language, Partial<Record<string, string>>>> = { ur: { ES: 'اسپین' } }

/** Returns the name of a country by its code (ISO 3166) in the page's language, or the code if it has none. */
export function regionName(code: string): string {
  const language = currentLanguage()
  const known = names.get(language) ?? new Intl.DisplayNames(language, { type: 'region', style: STYLES[language] })
  names.set(language, known)
  return SPOKEN[language]?.[code] ?? known.of(code) ?? code
}
