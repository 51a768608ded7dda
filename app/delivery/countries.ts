import { regionName } from '~/ui/region-name'

/** The countries of addresses, as forms and the database name them. Where the shop delivers is data (decision 123). */
export const COUNTRIES = ['Pakistan', 'USA', 'UK'] as const

export type Country = (typeof COUNTRIES)[number]

/** The shop's own country, which prices a cart until the address is known. */
export const HOME_COUNTRY = 'Pakistan' satisfies Country

const CODES: Record<Country, string> = { Pakistan: 'PK', USA: 'US', UK: 'GB' }

export function isCountry(value: string): value is Country {
  return COUNTRIES.some((name) => name === value)
}

/** Returns the code of a country (ISO 3166), or undefined if addresses can't name it. */
export function countryCode(country: string): string | undefined {
  return isCountry(country) ? CODES[country] : undefined
}

/** Returns a country's name within a sentence: 'Pakistan', 'the United States'. */
export function countryName(country: string): string {
  const code = countryCode(country)
  const name = code ? regionName(code) : country
  // `Intl` knows no articles.
  return name.startsWith('United ') ? `the ${name}` : name
}
