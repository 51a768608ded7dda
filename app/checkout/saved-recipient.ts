import { readPhone } from '~/phone/phone'
import type { Address } from '~/profile/addresses.server'

/** What an order needs of a person, and an address saved long ago may lack. */
export type Part = 'name' | 'phone'

export const NAME_MISSING = 'Please enter the name of the person who receives the order'

/** Which parts a saved address lacks, with spaces between; empty for none, or for no address. */
export function lackingParts(address: Address | null | undefined): string {
  if (!address) return ''
  return [address.first_name || address.last_name ? '' : 'name', address.phone ? '' : 'phone'].filter(Boolean).join(' ')
}

/** Whether a part is among those that an address lacks. */
export function lacks(parts: string | undefined, part: Part): boolean {
  return (parts ?? '').split(' ').includes(part)
}

interface Given {
  savedFirstName?: string
  savedLastName?: string
  savedPhone?: string
  savedPhoneCountry?: string
}

/** Returns a saved address with the parts that it lacks as a checked form gives them. */
export function completeAddress(address: Address, given: Given): Address {
  const parts = lackingParts(address)
  const phone = readPhone(given.savedPhone ?? '', given.savedPhoneCountry, 'delivery')
  return {
    ...address,
    ...(lacks(parts, 'name') ? { first_name: given.savedFirstName ?? '', last_name: given.savedLastName ?? '' } : {}),
    ...(lacks(parts, 'phone') ? { phone: phone.ok ? phone.value : null } : {}),
  }
}
