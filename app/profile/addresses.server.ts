import { z } from 'zod'
import type { Shopper } from '~/platform/supabase/session.server'
import type { AddressInput } from './address.schema'

const Address = z.object({
  id: z.guid(),
  first_name: z.string(),
  last_name: z.string(),
  address_line1: z.string(),
  apartment: z.string().nullable(),
  city: z.string(),
  postal_code: z.string().nullable(),
  phone: z.string().nullable(),
  address_type: z.enum(['Home', 'Office']),
  is_primary: z.boolean(),
  country: z.enum(['Pakistan', 'USA', 'UK']),
})
export type Address = z.infer<typeof Address>

const COLUMNS =
  'id, first_name, last_name, address_line1, apartment, city, postal_code, phone, address_type, is_primary, country'

/** The shopper's addresses, newest first. Throws when they can't be read. */
export async function listAddresses({ db, id }: Shopper): Promise<Address[]> {
  const { data, error } = await db
    .from('profile_addresses')
    .select(COLUMNS)
    .eq('profile_id', id)
    .order('created_at', { ascending: false })
  if (error) throw new Error(`No addresses: ${error.message}`)
  return z.array(Address).parse(data)
}

/** Saves an address; the first one becomes primary by itself. */
export async function addAddress({ db, id }: Shopper, address: AddressInput): Promise<Address> {
  const { data, error } = await db
    .from('profile_addresses')
    .insert({
      profile_id: id,
      first_name: address.firstName ?? '',
      last_name: address.lastName ?? '',
      address_line1: address.address,
      apartment: address.apartment,
      city: address.city,
      postal_code: address.postalCode,
      phone: address.phone,
      address_type: address.label,
      is_primary: address.isPrimary,
      country: address.country,
    })
    .select(COLUMNS)
    .single()
  if (error) throw new Error(`Address not added: ${error.message}`)
  return Address.parse(data)
}

/** Makes one of the shopper's addresses the primary one; false when it isn't theirs. */
export async function makePrimary({ db }: Shopper, addressId: string): Promise<boolean> {
  const { data, error } = await db.rpc('set_primary_address', { p_address_id: addressId })
  if (error) throw new Error(`Primary address not changed: ${error.message}`)
  return data
}

/** Deletes one of the shopper's addresses; the first remaining one becomes primary where needed. False when it isn't theirs. */
export async function deleteAddress({ db, id }: Shopper, addressId: string): Promise<boolean> {
  const { data, error } = await db
    .from('profile_addresses')
    .delete()
    .eq('id', addressId)
    .eq('profile_id', id)
    .select('id')
  if (error) throw new Error(`Address not deleted: ${error.message}`)
  return data.length > 0
}
