import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { DEFAULT_PHONE_COUNTRY, isPhoneCountry, type PhoneCountry } from '~/ui/phone-countries'

/** Countries the shop knows, by the names of the specification. */
export const COUNTRIES = { Pakistan: 'PK', USA: 'US', UK: 'GB' } as const satisfies Record<string, PhoneCountry>

export type Country = keyof typeof COUNTRIES

/**
 * The country whose rules a typed number follows: the one chosen beside it; where that was left at Pakistan, the one the
 * parcel goes to (decision 22).
 */
export function phoneCountryOf(chosen: unknown, deliveryTo: Country = 'Pakistan'): PhoneCountry {
  return isPhoneCountry(chosen) && chosen !== DEFAULT_PHONE_COUNTRY ? chosen : COUNTRIES[deliveryTo]
}

/** A typed number in E.164 (`+923001234567`), or null when it isn't one. Spaces and hyphens don't matter. */
export function normalizePhone(typed: string, country: PhoneCountry = DEFAULT_PHONE_COUNTRY): string | null {
  const text = typed.trim().replace(/^00/, '+')
  const international = /^92\d{10}$/.test(text) ? `+${text}` : text
  const number = parsePhoneNumberFromString(international, country)
  return number?.isPossible() ? number.number : null
}

/** A stored number as the shop shows it: `0300 1234567` at home, with its country code abroad. */
export function formatPhone(stored: string): string {
  const number = parsePhoneNumberFromString(stored)
  if (!number) return stored
  return number.country === 'PK' ? number.formatNational() : number.formatInternational()
}
