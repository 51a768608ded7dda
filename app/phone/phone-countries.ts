/** Codes (ISO 3166) of common countries. Numbers of other countries are typed with their `+`. */
// oxfmt-ignore
export const PHONE_COUNTRY_CODES = [
  'PK', 'AE', 'AF', 'AT', 'AU', 'BD', 'BE', 'BH', 'CA', 'CH', 'CN', 'DE', 'DK', 'EG', 'ES', 'FI', 'FR', 'GB',
  'GR', 'HK', 'ID', 'IE', 'IN', 'IQ', 'IR', 'IT', 'JO', 'JP', 'KE', 'KR', 'KW', 'LK', 'MV', 'MY', 'NL', 'NO',
  'NP', 'NZ', 'OM', 'PH', 'PT', 'QA', 'SA', 'SE', 'SG', 'TH', 'TR', 'US', 'ZA',
] as const

export type PhoneCountry = (typeof PHONE_COUNTRY_CODES)[number]

/** The country of a phone number without a choice (LG-18). */
export const DEFAULT_PHONE_COUNTRY = 'PK' satisfies PhoneCountry

/** Whether a posted value is one of the codes. */
export function isPhoneCountry(code: unknown): code is PhoneCountry {
  return PHONE_COUNTRY_CODES.some((known) => known === code)
}
