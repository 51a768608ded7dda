/** Countries that numbers are often from, by code (ISO 3166). A number from any other is typed with its `+`. */
// prettier-ignore
export const PHONE_COUNTRY_CODES = [
  'PK', 'AE', 'AF', 'AT', 'AU', 'BD', 'BE', 'BH', 'CA', 'CH', 'CN', 'DE', 'DK', 'EG', 'ES', 'FI', 'FR', 'GB',
  'GR', 'HK', 'ID', 'IE', 'IN', 'IQ', 'IR', 'IT', 'JO', 'JP', 'KE', 'KR', 'KW', 'LK', 'MV', 'MY', 'NL', 'NO',
  'NP', 'NZ', 'OM', 'PH', 'PT', 'QA', 'SA', 'SE', 'SG', 'TH', 'TR', 'US', 'ZA',
] as const

export type PhoneCountry = (typeof PHONE_COUNTRY_CODES)[number]

/** The country of a phone number where nothing else is said (document 2, section 9). */
export const DEFAULT_PHONE_COUNTRY = 'PK' satisfies PhoneCountry

/** Whether a posted value is one of them. */
export function isPhoneCountry(code: unknown): code is PhoneCountry {
  return PHONE_COUNTRY_CODES.some((known) => known === code)
}
