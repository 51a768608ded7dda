import { z } from 'zod'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
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

/** Why the address book was not changed: it is full, or the address isn't in it. */
export type AddressRefusal = 'too_many_addresses' | 'no_such_address'

const COLUMNS =
  'id, first_name, last_name, address_line1, apartment, city, postal_code, phone, address_type, is_primary, country'

/** The shopper's addresses, newest first. Throws when they can't be read. */
export async function listAddresses({ db, id }: Shopper): Promise<Address[]> {
  const { data, error } = await db
    .from('profile_addresses')
    .select(COLUMNS)
    .eq('profile_id', id)
    .order('created_at', { ascending: false })
  if (error) throw new Error(`No addresses: ${error.message}`, { cause: error })
  return z.array(Address).parse(data)
}

/** Saves an address; the first one becomes primary by itself. Throws when the database can't be asked, as the next two do. */
export async function addAddress({ db, id }: Shopper, address: AddressInput): Promise<Result<Address, AddressRefusal>> {
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
  if (!error) return succeed(Address.parse(data))
  if (databaseRefusal(error) === 'too_many_addresses') return refuse('too_many_addresses')
  throw new Error(`Address not added: ${error.message}`, { cause: error })
}

/** Makes one of the shopper's addresses the primary one. */
export async function makePrimary({ db }: Shopper, addressId: string): Promise<Result<null, AddressRefusal>> {
  const { data, error } = await db.rpc('set_primary_address', { p_address_id: addressId })
  if (error) throw new Error(`Primary address not changed: ${error.message}`, { cause: error })
  return data ? succeed(null) : refuse('no_such_address')
}

/** Deletes one of the shopper's addresses; the first remaining one becomes primary where needed. */
export async function deleteAddress({ db, id }: Shopper, addressId: string): Promise<Result<null, AddressRefusal>> {
  const { data, error } = await db
    .from('profile_addresses')
    .delete()
    .eq('id', addressId)
    .eq('profile_id', id)
    .select('id')
  if (error) throw new Error(`Address not deleted: ${error.message}`, { cause: error })
  return data.length > 0 ? succeed(null) : refuse('no_such_address')
}
