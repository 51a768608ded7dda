import { HOME_COUNTRY } from '~/delivery/countries'
import { readPhone } from '~/phone/phone'
import type { Result } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import { addAddress, listAddresses, makePrimary, type AddressRefusal } from './addresses.server'
import { splitName } from './person-name'

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
  return addAddress(shopper, {
    lastName: undefined,
    ...splitName(name),
    address,
    city,
    phone: called.ok ? called.value : undefined,
    apartment: undefined,
    postalCode: undefined,
    country: HOME_COUNTRY,
    label: 'Home',
    isPrimary: true,
  })
}
