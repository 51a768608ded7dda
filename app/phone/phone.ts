import { getCountryCallingCode, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { refuse, succeed, type Result } from '~/platform/result'
import { DEFAULT_PHONE_COUNTRY, isPhoneCountry, PHONE_COUNTRY_CODES, type PhoneCountry } from './phone-countries'

/** The most digits of a number with its country code (E.164); document 2, section 5. */
const MAX_DIGITS = 15
/** Digits, and what people write between them. */
const MAX_CHARACTERS = 64
const HAS_COUNTRY_CODE = /^\s*(\+|00)/

const NAMES = new Intl.DisplayNames('en', { type: 'region' })

/** A country to choose beside a phone number. */
export interface PhoneCountryOption {
  code: PhoneCountry
  name: string
  /** Without the `+`. */
  callingCode: string
}

/** The countries to choose from: Pakistan, then the others by name. */
export const PHONE_COUNTRIES: readonly PhoneCountryOption[] = PHONE_COUNTRY_CODES.map((code) => ({
  code,
  name: phoneCountryName(code),
  callingCode: getCountryCallingCode(code),
})).sort((one, other) => rank(one.code) - rank(other.code) || one.name.localeCompare(other.name, 'en'))

function rank(code: PhoneCountry): number {
  return code === DEFAULT_PHONE_COUNTRY ? 0 : 1
}

function phoneCountryName(code: PhoneCountry): string {
  return NAMES.of(code) ?? code
}

/** What a number is for: `delivery` has to be a mobile, since the rider calls it before delivery. */
export type PhoneUse = 'contact' | 'delivery'

/**
 * Reads a typed number as one of the country chosen beside it, whatever else the form says; a number with its own `+` or `00` and
 * country code is that country's. Returns it in E.164 (`+923001234567`), or refuses in words for the shopper (decision 87). An
 * unknown country counts as Pakistan. Spaces and hyphens don't matter.
 */
export function readPhone(typed: string, chosen: unknown, use: PhoneUse): Result<string, string> {
  const country = isPhoneCountry(chosen) ? chosen : DEFAULT_PHONE_COUNTRY
  const number = typed.length > MAX_CHARACTERS ? undefined : parse(typed, country)
  if (countDigits(number?.number ?? typed) > MAX_DIGITS) return refuse(TOO_LONG)
  // An extension can be dialled by nobody who calls a stored number.
  if (!number?.isValid() || number.ext)
    return refuse(`Phone number is invalid. ${HAS_COUNTRY_CODE.test(typed) ? CHECK_CODE : exampleFor(country)}`)
  if (use === 'delivery' && !MOBILE_TYPES.has(number.getType() ?? '')) return refuse(NOT_MOBILE)
  return succeed(number.number)
}

const TOO_LONG = `Phone number is invalid. It has more than ${MAX_DIGITS} digits.`
const CHECK_CODE = 'Please check the digits after the country code.'
const NOT_MOBILE = 'Please enter a mobile number: the rider calls it before delivery.'
/** In some countries, such as the USA, a mobile can't be told from a landline. */
const MOBILE_TYPES = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** `A number in Pakistan looks like 0301 2345678.` */
function exampleFor(country: PhoneCountry): string {
  const example = getExampleNumber(country, examples)
  const name = phoneCountryName(country)
  return `${example ? `In ${name} it looks like ${example.formatNational()}. ` : ''}For another country, choose it beside the number.`
}

const countDigits = (text: string) => text.replace(/\D/g, '').length

function parse(typed: string, defaultCountry: PhoneCountry) {
  const text = typed.trim().replace(/^00/, '+')
  return parsePhoneNumberFromString(text, { defaultCountry, extract: false })
}

/**
 * Returns a number as it may be stored, to look something up by it: read as Pakistani without a country code, and checked for its
 * length alone. Null for anything else.
 */
export function normalizePhone(typed: string): string | null {
  const number = parse(typed, DEFAULT_PHONE_COUNTRY)
  return number?.isPossible() ? number.number : null
}

/** A stored number as the shop shows it: `0300 1234567` at home, with its country code abroad. */
export function formatPhone(stored: string): string {
  const number = parsePhoneNumberFromString(stored)
  if (!number) return stored
  return number.country === DEFAULT_PHONE_COUNTRY ? number.formatNational() : number.formatInternational()
}

/** A stored number as a phone field shows it, so that reading the two again returns the same number. */
export function phoneFieldValue(stored: string | null | undefined): { country: PhoneCountry; number: string } {
  const number = stored ? parsePhoneNumberFromString(stored) : undefined
  if (!number) return { country: DEFAULT_PHONE_COUNTRY, number: stored ?? '' }
  const { country } = number
  if (isPhoneCountry(country)) return { country, number: number.formatNational() }
  return { country: DEFAULT_PHONE_COUNTRY, number: number.formatInternational() }
}
