import { m } from '~/language/messages'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ADDRESS_KINDS } from './address-lines'
import { eachColumn, eachPart, splitName } from './address-parts'
import type { AddressInput } from './address.schema'
import { COUNTRIES, HOME_COUNTRY } from '~/delivery/countries'
import type { Database } from '~/platform/supabase/database.types'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { readPhone } from '~/phone/phone'

export const addressRowSchema = z.object({
  id: z.guid(),
  ...eachColumn(() => z.string().nullable()),
  address_line1: z.string(),
  city: z.string(),
  phone: z.string().nullable(),
  address_type: z.enum(ADDRESS_KINDS),
  is_primary: z.boolean(),
  country: z.enum(COUNTRIES),
})
export type Address = z.infer<typeof addressRowSchema>

/** Why the address book was not changed. */
export type AddressRefusal = 'too_many_addresses' | 'no_such_address'

export const ADDRESS_REFUSALS: Record<AddressRefusal, () => string> = {
  too_many_addresses: m.address_too_many,
  no_such_address: m.address_gone,
}

const COLUMNS = Object.keys(addressRowSchema.shape).join(', ')

/** Returns the shopper's addresses, newest first. Throws if they can't be read. */
export async function listAddresses({ db, id }: Shopper): Promise<Address[]> {
  const { data, error } = await db
    .from('profile_addresses')
    .select(COLUMNS)
    .eq('profile_id', id)
    .order('created_at', { ascending: false })
  if (error) throw new Error(`No addresses: ${error.message}`, { cause: error })
  return z.array(addressRowSchema).parse(data)
}

/**
 * Saves an address; the first one becomes primary (AD-11). One that is saved already is used instead of a second one of the same, and
 * becomes primary if that is asked for. Throws if the database fails.
 */
export async function addAddress(
  shopper: Shopper,
  address: AddressInput,
): Promise<Result<{ id: string; isNew: boolean }, AddressRefusal>> {
  const columns = columnsOf(address)
  const known = (await listAddresses(shopper)).find((saved) => isSameAddress(saved, columns))
  const id = known?.id ?? randomUUID()
  const saved = !known
    ? await insert(shopper, { id, ...columns, is_primary: address.isPrimary })
    : address.isPrimary
      ? await makePrimary(shopper, id)
      : succeed(null)
  return saved.ok ? succeed({ id, isNew: !known }) : saved
}

/** Compares all but the ID and which one is primary; letter case and spaces don't count. */
function isSameAddress(saved: Address, columns: ReturnType<typeof columnsOf>): boolean {
  const plain = (text: string | null) => (text ?? '').trim().replace(/\s+/g, ' ').toLowerCase()
  return Object.entries(columns).every(([name, value]) => plain(saved[name as keyof typeof columns]) === plain(value))
}

/** Restores a deleted address, also as the primary one. Its ID makes retries idempotent. */
export async function restoreAddress(shopper: Shopper, address: Address): Promise<Result<null, AddressRefusal>> {
  return insert(shopper, address)
}

type Row = Database['public']['Tables']['profile_addresses']

async function insert({ db, id }: Shopper, row: Row['Insert']): Promise<Result<null, AddressRefusal>> {
  const { error } = await db
    .from('profile_addresses')
    .insert({ ...row, profile_id: id })
    .select('id')
  if (!error || error.code === UNIQUE_VIOLATION) return succeed(null)
  if (databaseRefusal(error) === 'too_many_addresses') return refuse('too_many_addresses')
  throw new Error(`Address not added: ${error.message}`, { cause: error })
}

const UNIQUE_VIOLATION = '23505'

function columnsOf(address: Omit<AddressInput, 'isPrimary'>) {
  return {
    ...eachColumn((part) => address[part] ?? null),
    address_line1: address.address,
    city: address.city,
    phone: address.phone ?? null,
    address_type: address.label,
    country: address.country,
  }
}

/** Changes one of the shopper's addresses. It can become primary, but stays so until another one becomes primary. */
export async function changeAddress(
  shopper: Shopper,
  addressId: string,
  address: AddressInput,
): Promise<Result<null, AddressRefusal>> {
  return update(shopper, addressId, { ...columnsOf(address), ...(address.isPrimary ? { is_primary: true } : {}) })
}

export async function saveRecipient(
  shopper: Shopper,
  { id, first_name, last_name, phone }: Address,
): Promise<Result<null, AddressRefusal>> {
  return update(shopper, id, { first_name, last_name, phone })
}

async function update(
  { db, id }: Shopper,
  addressId: string,
  row: Row['Update'],
): Promise<Result<null, AddressRefusal>> {
  if (!z.guid().safeParse(addressId).success) return refuse('no_such_address')
  const { data, error } = await db
    .from('profile_addresses')
    .update(row)
    .eq('id', addressId)
    .eq('profile_id', id)
    .select('id')
  if (error) throw new Error(`Address not changed: ${error.message}`, { cause: error })
  return data.length > 0 ? succeed(null) : refuse('no_such_address')
}

export async function makePrimary({ db }: Shopper, addressId: string): Promise<Result<null, AddressRefusal>> {
  const { data, error } = await db.rpc('set_primary_address', { p_address_id: addressId })
  if (error) throw new Error(`Primary address not changed: ${error.message}`, { cause: error })
  return data ? succeed(null) : refuse('no_such_address')
}

/** Deletes one of the shopper's addresses and returns it. The database promotes another one to primary if necessary (AD-14). */
export async function deleteAddress({ db, id }: Shopper, addressId: string): Promise<Result<Address, AddressRefusal>> {
  const { data, error } = await db
    .from('profile_addresses')
    .delete()
    .eq('id', addressId)
    .eq('profile_id', id)
    .select(COLUMNS)
  if (error) throw new Error(`Address not deleted: ${error.message}`, { cause: error })
  const [deleted] = z.array(addressRowSchema).parse(data)
  return deleted ? succeed(deleted) : refuse('no_such_address')
}

/** What the set-up form asks about where a parcel goes. */
interface Recipient {
  name: string
  address: string
  city: string
  /** In E.164. */
  phone?: string
}

/**
 * Makes the address of the set-up form the primary one, so that the checkout doesn't ask for it again; one that is saved already stays as
 * it is. A number that no rider can call isn't its phone. Throws if the database fails.
 */
export async function saveAsPrimary(
  shopper: Shopper,
  { name, address, city, phone = '' }: Recipient,
): Promise<Result<null, AddressRefusal>> {
  const saved = await listAddresses(shopper)
  const known = saved.find((one) => one.address_line1 === address && one.city === city)
  if (known) return makePrimary(shopper, known.id)
  const called = readPhone(phone, undefined, 'delivery')
  const added = await addAddress(shopper, {
    ...eachPart(() => undefined),
    ...splitName(name),
    address,
    city,
    phone: called.ok ? called.value : undefined,
    country: HOME_COUNTRY,
    label: 'Home',
    isPrimary: true,
  })
  return added.ok ? succeed(null) : added
}
