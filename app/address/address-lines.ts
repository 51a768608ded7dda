import { currentLanguage } from '~/language/current'
import { directionOf } from '~/language/languages'
import { listed } from '~/language/names'
import { ADDRESS_PARTS, TYPED_PARTS, type AddressColumns, type AddressLine } from './address-parts'
import { isCountry, type Country } from '~/delivery/countries'
import { m } from '~/language/messages'

/** What an address is, as rows have it. */
export const ADDRESS_KINDS = ['Home', 'Office'] as const
type AddressKind = (typeof ADDRESS_KINDS)[number]

const KINDS: Record<AddressKind, () => string> = { Home: m.address_home, Office: m.address_office }
const COUNTRIES: Record<Country, () => string> = { Pakistan: m.address_pakistan, USA: m.address_usa, UK: m.address_uk }

export function kindLabel(kind: AddressKind): string {
  return KINDS[kind]()
}

export function countryLabel(country: string): string {
  return isCountry(country) ? COUNTRIES[country]() : country
}

interface WrittenAddress extends Partial<AddressColumns<string | null>> {
  country?: string | null
}

/** A mark without width that runs right to left: text behind it takes this direction, even if its first letter is Latin. */
const RIGHT_TO_LEFT_MARK = '\u200f'

/** What stands between the words of a line. */
const BETWEEN: Record<AddressLine, string> = { name: ' ', street: ', ', town: ' ' }

/** Returns one line of an address; empty if it has no words. A line with a country runs as the page does. */
export function addressLine(address: WrittenAddress, line: AddressLine): string {
  const words = TYPED_PARTS.map((part) => ADDRESS_PARTS[part])
    .filter((part) => part.line === line)
    .map(({ column }) => address[column])
  const country = line === 'town' && address.country ? countryLabel(address.country) : null
  const mark = country && directionOf(currentLanguage()) === 'rtl' ? RIGHT_TO_LEFT_MARK : ''
  return mark + listed([words.filter(Boolean).join(BETWEEN[line]), country])
}

/** Returns an address in lines: name, street, city and country, phone as it is shown. Lines without words are left out. */
export function addressLines(address: WrittenAddress & { phone?: string | null }): string[] {
  const lines = (Object.keys(BETWEEN) as AddressLine[]).map((line) => addressLine(address, line))
  return [...lines, address.phone ?? ''].filter(Boolean)
}
