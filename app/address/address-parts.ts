import { m } from '~/language/messages'
import { cutText } from '~/platform/text'

/** A line of an address, in the order of a label. */
export type AddressLine = 'name' | 'street' | 'town'

interface Part {
  /** Its column of `profile_addresses`, and its key in an order's addresses (`shop.order_address`). */
  column: string
  label: () => string
  /** The token of `autocomplete` behind the section. */
  autoComplete: string
  /** In characters; the database has the same bound. */
  longest: number
  line: AddressLine
  /** Whether its field is as wide as the form. */
  isWide?: true
}

/** The parts of an address that are typed, in the order of the form. Forms, rows, orders, mails and the desk follow from this list. */
export const ADDRESS_PARTS = {
  firstName: {
    column: 'first_name',
    label: m.address_first_name,
    autoComplete: 'given-name',
    longest: 80,
    line: 'name',
  },
  lastName: { column: 'last_name', label: m.address_last_name, autoComplete: 'family-name', longest: 80, line: 'name' },
  address: {
    column: 'address_line1',
    label: m.address_address,
    autoComplete: 'address-line1',
    longest: 200,
    line: 'street',
    isWide: true,
  },
  apartment: {
    column: 'apartment',
    label: m.address_apartment,
    autoComplete: 'address-line2',
    longest: 120,
    line: 'street',
    isWide: true,
  },
  city: { column: 'city', label: m.address_city, autoComplete: 'address-level2', longest: 80, line: 'town' },
  postalCode: {
    column: 'postal_code',
    label: m.address_postal_code,
    autoComplete: 'postal-code',
    longest: 16,
    line: 'town',
  },
} as const satisfies Record<string, Part>

export type TypedPart = keyof typeof ADDRESS_PARTS
type AddressColumn = (typeof ADDRESS_PARTS)[TypedPart]['column']
/** The parts of a shipping or billing address. */
export type AddressPart = TypedPart | 'country'

/** An address as rows and orders have it, without its country and phone number. */
export type AddressColumns<Value> = Record<AddressColumn, Value>

export const TYPED_PARTS = Object.keys(ADDRESS_PARTS) as TypedPart[]

export function eachPart<Value>(valueOf: (part: TypedPart) => Value): Record<TypedPart, Value> {
  return Object.fromEntries(TYPED_PARTS.map((part) => [part, valueOf(part)])) as Record<TypedPart, Value>
}

export function eachColumn<Value>(valueOf: (part: TypedPart, column: AddressColumn) => Value): AddressColumns<Value> {
  return Object.fromEntries(
    TYPED_PARTS.map((part) => [ADDRESS_PARTS[part].column, valueOf(part, ADDRESS_PARTS[part].column)]),
  ) as AddressColumns<Value>
}

export type BillingField<Of extends AddressPart = AddressPart> = `billing${Capitalize<Of>}`

export function billingField<Of extends AddressPart>(part: Of): BillingField<Of> {
  return `billing${part.charAt(0).toUpperCase()}${part.slice(1)}` as BillingField<Of>
}

/** Splits a full name for the fields of an address: its last word is the last name, unless it is the only one. */
export function splitName(name: string): { firstName: string; lastName?: string } {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.pop() : undefined
  return {
    firstName: cutText(words.join(' '), ADDRESS_PARTS.firstName.longest),
    lastName: last && cutText(last, ADDRESS_PARTS.lastName.longest),
  }
}
