/** The languages of the shop's pages (BCP 47). The first one is the source of all messages, and the only one of the desk. */
export const LANGUAGES = ['en', 'ur'] as const
export type Language = (typeof LANGUAGES)[number]

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ur: 'اردو' }

/** The query parameter of a page's address in another language. */
export const LANGUAGE_PARAMETER = 'lang'

/** Returns a page's address in a language: English pages have none in theirs. */
export function addressIn(language: Language, path: string): string {
  if (language === 'en') return path
  return `${path}${path.includes('?') ? '&' : '?'}${LANGUAGE_PARAMETER}=${language}`
}

const RIGHT_TO_LEFT = /^(ar|fa|ps|sd|skr|ug|ur)(-|$)/

export function isLanguage(text: unknown): text is Language {
  return LANGUAGES.some((language) => language === text)
}

/** Returns the direction in which a language (BCP 47) is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
}
