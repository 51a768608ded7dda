import { expect, test } from 'vitest'
import { eachColumn } from '../../app/address/address-parts.ts'
import { Cookies } from '../../app/platform/cookies.server.ts'
import type { Settings } from '../../app/platform/env.server.ts'
import type { Shopper } from '../../app/platform/supabase/session.server.ts'
import type { Address } from '../../app/address/address-book.server.ts'
import { readDeleted, rememberDeleted } from '../../app/address/deleted-address.server.ts'

const settings = { SESSION_SECRET: 'x1y2z3'.repeat(8), PUBLIC_URL: 'http://127.0.0.1' } as Settings
const cookies = new Cookies(settings)
const shopper = { id: '0b3c7e0e-6d1f-4a53-9a55-2b7f0c9a3f10' } as Shopper

const ADDRESS: Address = {
  id: '5f0d0d63-5c42-4a8e-9f0e-6f3f3f6f8f11',
  ...eachColumn(() => null),
  first_name: 'Ayesha',
  last_name: 'Khan',
  address_line1: '12 Canal Road',
  city: 'Lahore',
  postal_code: '54000',
  phone: '+923001234567',
  address_type: 'Home',
  is_primary: false,
  country: 'Pakistan',
}

/** Stores an address in the cookie and returns the request of the next page. */
async function nextRequest(address: Address): Promise<Request> {
  let cookie = ''
  await rememberDeleted({ cookies, settings, sendCookie: (text) => (cookie = text) }, shopper, address)
  return new Request('http://127.0.0.1/profile/addresses', { headers: { cookie: cookie.split(';')[0] ?? '' } })
}

test('a deleted address comes back from its cookie', async () => {
  expect(await readDeleted({ cookies, settings }, await nextRequest(ADDRESS), shopper)).toEqual(ADDRESS)
})

test('a cookie of a release whose addresses had other fields is no error, and restores nothing', async () => {
  const { city: _city, ...older } = ADDRESS
  expect(await readDeleted({ cookies, settings }, await nextRequest(older as Address), shopper)).toBeNull()
})
