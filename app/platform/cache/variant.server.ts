import { isLanguage, LANGUAGES, type Language } from '~/language/languages'
import { ChoiceCookie } from './choice-cookie.server'
import type { Settings } from '../env.server'

export const languageChoice = new ChoiceCookie('website_language', LANGUAGES)

export const liteChoice = new ChoiceCookie('website_lite', ['on', 'off'])

/** The version of a page that a request is for. */
export interface Variant {
  isLite: boolean
  language: Language
  /** Whether the page offers Urdu: the browser prefers it, and the visitor hasn't chosen yet. */
  isUrduOffered: boolean
}

/** The request headers that the version depends on. */
export interface VariantHeaders {
  cookie?: string
  'save-data'?: string
  'accept-language'?: string
}

const OF_ADDRESS = /[?&]lang=(\w*)/
const WANTS_URDU = /(?:^|,)\s*ur\b/i

/** Returns the language that an address names, if it names one of the shop's. */
export function languageOfAddress(url: string): Language | undefined {
  const named = OF_ADDRESS.exec(url)?.[1]
  return isLanguage(named) ? named : undefined
}

/**
 * Returns the cookie for a page that is opened by the address of a language, so that the next ones stay in it; null for none. Only pages,
 * and redirects to them, may have it: shared caches store files, which would choose the language for everybody.
 */
export function languageByAddress(
  settings: Pick<Settings, 'PUBLIC_URL'>,
  method: string | undefined,
  url: string,
  cookie: string | null | undefined,
): string | null {
  const named = method === 'GET' ? languageOfAddress(url) : undefined
  return named && languageChoice.read(cookie) !== named ? languageChoice.write(settings, named) : null
}

/** Returns the version of a page for a request: the address names the language, or else the visitor's choice does. */
export function variantOf(url: string, headers: VariantHeaders): Variant {
  const chosen = languageOfAddress(url) ?? languageChoice.read(headers.cookie)
  return {
    isLite: (liteChoice.read(headers.cookie) ?? headers['save-data']) === 'on',
    language: chosen ?? 'en',
    isUrduOffered: chosen === undefined && WANTS_URDU.test(headers['accept-language'] ?? ''),
  }
}

/** Returns the prefix of the version's keys in the page cache; '' for the usual version. */
export function variantKey({ isLite, language, isUrduOffered }: Variant): string {
  if (!isLite && language === 'en' && !isUrduOffered) return ''
  return `${isLite ? 'lite' : 'full'}-${isUrduOffered ? 'offer' : language}:`
}

/** Returns the headers of an anonymous request for the version with this key. */
export function headersOfVariant(key: string): Record<string, string> {
  const [size, language = 'en'] = key.slice(0, -1).split('-')
  return {
    ...(size === 'lite' ? { 'save-data': 'on' } : {}),
    ...(language === 'offer' ? { 'accept-language': 'ur' } : { cookie: `website_language=${language}` }),
  }
}

/** Returns the version of a page for a request in the pipeline. */
export function variantOfRequest({ url, headers }: Request): Variant {
  return variantOf(url, {
    cookie: headers.get('cookie') ?? undefined,
    'save-data': headers.get('save-data') ?? undefined,
    'accept-language': headers.get('accept-language') ?? undefined,
  })
}
