import { readPhone } from '~/phone/phone'
import type { Address } from '~/address/address-book.server'

/** Details that an order needs and an old saved address may lack. */
export type Part = 'name' | 'phone'

/** Returns the missing parts of a saved address, separated by spaces. */
export function lackingParts(address: Address | null | undefined): string {
  if (!address) return ''
  return [address.first_name || address.last_name ? '' : 'name', address.phone ? '' : 'phone'].filter(Boolean).join(' ')
}

export function lacks(parts: string | undefined, part: Part): boolean {
  return (parts ?? '').split(' ').includes(part)
}

interface RecipientForm {
  savedFirstName?: string
  savedLastName?: string
  savedPhone?: string
  savedPhoneCountry?: string
}

export function completeAddress(address: Address, given: RecipientForm): Address {
  const parts = lackingParts(address)
  const phone = readPhone(given.savedPhone ?? '', given.savedPhoneCountry, 'delivery')
  return {
    ...address,
    ...(lacks(parts, 'name') ? { first_name: given.savedFirstName ?? '', last_name: given.savedLastName ?? '' } : {}),
    ...(lacks(parts, 'phone') ? { phone: phone.ok ? phone.value : null } : {}),
  }
}
