import { z } from 'zod'
import { seal, unseal } from '~/platform/encryption/seal.server'
import { declareCookie } from '~/platform/cookies.server'
import type { Needs } from '~/platform/context.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { MINUTE } from '~/platform/time'
import { addressRowSchema, type Address } from './address-book.server'

/** How long a deleted address can be restored. */
const LIFETIME = 15 * MINUTE

const deletedCookie = declareCookie({ name: 'website_deleted_address', maxAge: LIFETIME, endsWithSession: true })

/** Browsers drop a cookie above 4,096 bytes. */
const MAX_COOKIE_LENGTH = 4_000

const PURPOSE = 'deleted address'

/** Stores a deleted address in an encrypted cookie, so that the shopper can restore it. The database has deleted it. */
export async function rememberDeleted(
  { cookies, sendCookie, settings }: Needs<'cookies' | 'sendCookie' | 'settings'>,
  shopper: Shopper,
  address: Address,
): Promise<void> {
  const sealed = await seal(settings, PURPOSE, shopper.id, { address: JSON.stringify(address) }, LIFETIME)
  const cookie = await cookies.of(deletedCookie).serialize(sealed)
  if (cookie.length <= MAX_COOKIE_LENGTH) sendCookie(cookie)
}

/** Returns the shopper's last deleted address, or null. */
export async function readDeleted(
  { cookies, settings }: Needs<'cookies' | 'settings'>,
  request: Request,
  shopper: Shopper,
): Promise<Address | null> {
  const sealed: unknown = await cookies.of(deletedCookie).parse(request.headers.get('cookie'))
  if (typeof sealed !== 'string') return null
  const opened = z.object({ address: z.string() }).safeParse(await unseal(settings, PURPOSE, shopper.id, sealed))
  if (!opened.success) return null
  // A release may have changed the fields since.
  const address = addressRowSchema.safeParse(JSON.parse(opened.data.address))
  return address.success ? address.data : null
}

export async function forgetDeleted({ cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  sendCookie(await cookies.of(deletedCookie).serialize('', { maxAge: 0 }))
}
