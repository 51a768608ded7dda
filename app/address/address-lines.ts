import { currentLanguage } from '~/language/current'
import { directionOf } from '~/language/languages'
import { listed } from '~/language/names'
import { countryLabel } from './address-labels'
import { ADDRESS_PARTS, TYPED_PARTS, type AddressColumns, type AddressLine } from './address-parts'

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
