import { currentLanguage } from './current'
import type { Language } from './languages'

/** The names by which `Intl` knows the languages as the shop writes them: Urdu with Western digits (docs/urdu.md). */
const LOCALES: Record<Language, string> = { en: 'en-GB', ur: 'ur-PK-u-nu-latn' }

/** Returns a formatter of the current language, made on first use: loading its data takes a slow phone a quarter of a second. */
export function perLanguage<Format>(make: (locale: string) => Format): () => Format {
  const made = new Map<Language, Format>()
  return () => {
    const language = currentLanguage()
    const format = made.get(language) ?? make(LOCALES[language])
    made.set(language, format)
    return format
  }
}

/** Returns words that stay in one line, such as a day and its month. */
export const inOneLine = (words: string) => words.replace(/ /g, '\u00a0')
