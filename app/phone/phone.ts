import type { Language } from '~/language/languages'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/messages'
import { getCountryCallingCode, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { regionName } from '~/ui/region-name'
import { refuse, succeed, type Result } from '~/platform/result'
import { plainText } from '~/platform/text'

/** Codes (ISO 3166) of common countries. Numbers of other countries are typed with their `+`. */
// oxfmt-ignore
export const PHONE_COUNTRY_CODES = [
  'PK', 'AE', 'AF', 'AT', 'AU', 'BD', 'BE', 'BH', 'CA', 'CH', 'CN', 'DE', 'DK', 'EG', 'ES', 'FI', 'FR', 'GB',
  'GR', 'HK', 'ID', 'IE', 'IN', 'IQ', 'IR', 'IT', 'JO', 'JP', 'KE', 'KR', 'KW', 'LK', 'MV', 'MY', 'NL', 'NO',
  'NP', 'NZ', 'OM', 'PH', 'PT', 'QA', 'SA', 'SE', 'SG', 'TH', 'TR', 'US', 'ZA',
] as const

type PhoneCountry = (typeof PHONE_COUNTRY_CODES)[number]

/** The country of a phone number without a choice (LG-18). */
const DEFAULT_PHONE_COUNTRY = 'PK' satisfies PhoneCountry

export function isPhoneCountry(code: unknown): code is PhoneCountry {
  return PHONE_COUNTRY_CODES.some((known) => known === code)
}

/** Digits of a number with its country code (E.164, CO-23). */
const MAX_DIGITS = 15
/** Typed characters, including separators. */
const MAX_CHARACTERS = 64
const HAS_COUNTRY_CODE = /^\s*(\+|00)/

interface PhoneCountryOption {
  code: PhoneCountry
  name: string
  /** Without the `+`. */
  callingCode: string
}

const options = new Map<Language, readonly PhoneCountryOption[]>()

/** Returns the options of the country select: Pakistan first, then by name. */
export function phoneCountryOptions(): readonly PhoneCountryOption[] {
  const language = currentLanguage()
  const known = options.get(language)
  if (known) return known
  const sorted = PHONE_COUNTRY_CODES.map((code) => ({
    code,
    name: regionName(code),
    callingCode: getCountryCallingCode(code),
  })).sort((one, other) => rank(one.code) - rank(other.code) || one.name.localeCompare(other.name, language))
  options.set(language, sorted)
  return sorted
}

function rank(code: PhoneCountry): number {
  return code === DEFAULT_PHONE_COUNTRY ? 0 : 1
}

/** The use of a number. For `delivery` it must be a mobile, since the rider calls it. */
export type PhoneUse = 'contact' | 'delivery'

/**
 * Reads a typed number of the chosen country, or of another country if it starts with `+` or `00`. Returns it in E.164
 * (`+923001234567`), or a message for the shopper (decision 122). An unknown country counts as Pakistan. Spaces and hyphens are ignored.
 */
export function readPhone(text: string, chosen: unknown, use: PhoneUse): Result<string, string> {
  const typed = plainText(text)
  const country = isPhoneCountry(chosen) ? chosen : DEFAULT_PHONE_COUNTRY
  const number = text.length > MAX_CHARACTERS ? undefined : parse(typed, country)
  if (countDigits(number?.number ?? typed) > MAX_DIGITS) return refuse(m.phone_too_long({ max: MAX_DIGITS }))
  const hint = HAS_COUNTRY_CODE.test(typed) ? m.phone_check_digits() : exampleFor(country)
  // Extensions can't be stored, and without one a call would reach somebody else.
  if (!number?.isValid() || number.ext) return refuse(`${m.phone_invalid()} ${hint}`)
  if (use === 'delivery' && !MOBILE_TYPES.has(number.getType() ?? '')) return refuse(`${m.phone_not_mobile()} ${hint}`)
  return succeed(number.number)
}

/** In some countries, such as the USA, a mobile can't be told from a landline. */
const MOBILE_TYPES = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** Returns a hint: `Example for Pakistan: 0301 2345678. For another country, choose it in the list.` */
function exampleFor(country: PhoneCountry): string {
  const example = getExampleNumber(country, examples)
  const shown = example && m.phone_example({ country: regionName(country), number: example.formatNational() })
  return [shown, m.phone_choose_country()].filter(Boolean).join(' ')
}

const countDigits = (text: string) => text.replace(/\D/g, '').length

function parse(typed: string, defaultCountry: PhoneCountry) {
  const text = typed.trim().replace(/^00/, '+')
  return parsePhoneNumberFromString(text, { defaultCountry, extract: false })
}

/**
 * Normalizes a number for a look-up. Without a country code it counts as Pakistani. Only its length is checked; returns null if that is
 * wrong.
 */
export function normalizePhone(typed: string): string | null {
  const number = parse(plainText(typed), DEFAULT_PHONE_COUNTRY)
  return number?.isPossible() ? number.number : null
}

/** Formats a stored number: `0300 1234567` for Pakistan, with the country code for other countries. */
export function formatPhone(stored: string): string {
  const number = parsePhoneNumberFromString(stored)
  if (!number) return stored
  return number.country === DEFAULT_PHONE_COUNTRY ? number.formatNational() : number.formatInternational()
}

/** Returns the values of a phone field for a stored number. `readPhone` returns the same number for them. */
export function phoneFieldValue(stored: string | null | undefined): { country: PhoneCountry; number: string } {
  const number = stored ? parsePhoneNumberFromString(stored) : undefined
  if (!number) return { country: DEFAULT_PHONE_COUNTRY, number: stored ?? '' }
  const { country } = number
  if (isPhoneCountry(country)) return { country, number: number.formatNational() }
  return { country: DEFAULT_PHONE_COUNTRY, number: number.formatInternational() }
}
