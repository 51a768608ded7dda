import { z } from 'zod'
import { seal, unseal } from '~/account/seal.server'
import { declareCookie } from '~/platform/cookies.server'
import type { Needs } from '~/platform/context.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { MINUTE } from '~/platform/time'
import { Address } from './addresses.server'

/** How long a deleted address can be brought back. */
const LIFETIME = 15 * MINUTE

const deletedCookie = declareCookie({ name: 'website_deleted_address', maxAge: LIFETIME, endsWithSession: true })

/** Browsers drop a cookie above 4,096 bytes. */
const MAX_COOKIE_LENGTH = 4_000

const PURPOSE = 'deleted address'

/** Remembers a deleted address in an encrypted cookie, so that its shopper can bring it back; the database holds nothing of it. */
export async function rememberDeleted(
  { cookies, sendCookie, settings }: Needs<'cookies' | 'sendCookie' | 'settings'>,
  shopper: Shopper,
  address: Address,
): Promise<void> {
  const sealed = await seal(settings, PURPOSE, shopper.id, { address: JSON.stringify(address) }, LIFETIME)
  const cookie = await cookies.of(deletedCookie).serialize(sealed)
  if (cookie.length <= MAX_COOKIE_LENGTH) sendCookie(cookie)
}

/** Returns the address that this shopper has deleted last, or null. */
export async function readDeleted(
  { cookies, settings }: Needs<'cookies' | 'settings'>,
  request: Request,
  shopper: Shopper,
): Promise<Address | null> {
  const sealed: unknown = await cookies.of(deletedCookie).parse(request.headers.get('cookie'))
  if (typeof sealed !== 'string') return null
  const opened = z.object({ address: z.string() }).safeParse(await unseal(settings, PURPOSE, shopper.id, sealed))
  return opened.success ? Address.parse(JSON.parse(opened.data.address)) : null
}

/** Forgets the deleted address for good. */
export async function forgetDeleted({ cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>): Promise<void> {
  sendCookie(await cookies.of(deletedCookie).serialize('', { maxAge: 0 }))
}
