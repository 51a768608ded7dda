import { isCountry, type Country } from '~/delivery/countries'
import { m } from '~/language/messages'

/** What an address is, as rows have it. */
export const ADDRESS_KINDS = ['Home', 'Office'] as const
export type AddressKind = (typeof ADDRESS_KINDS)[number]

const KINDS: Record<AddressKind, () => string> = { Home: m.address_home, Office: m.address_office }
const COUNTRIES: Record<Country, () => string> = { Pakistan: m.address_pakistan, USA: m.address_usa, UK: m.address_uk }

/** Returns the kind of an address in the page's language. */
export function kindLabel(kind: AddressKind): string {
  return KINDS[kind]()
}

/** Returns the country of an address in the page's language. */
export function countryLabel(country: string): string {
  return isCountry(country) ? COUNTRIES[country]() : country
}
