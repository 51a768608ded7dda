import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { seal, unseal } from '~/account/seal.server'
import { declareCookie } from '~/platform/cookies.server'
import type { Needs } from '~/platform/context.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { MINUTE } from '~/platform/time'

/** Long enough to log in, or to set a new password first. */
const LIFETIME = 30 * MINUTE

const draftCookie = declareCookie({ name: 'website_checkout_draft', maxAge: LIFETIME, endsWithSession: true })

/** Browsers drop a cookie above 4,096 bytes. */
const MAX_COOKIE_LENGTH = 4_000
/** A form of 4,000 characters is beyond what a cookie holds; inflating stops there. */
const MAX_DRAFT_BYTES = 16_000

/** The fields that are kept, the least important last. None of them is a secret of the account. */
// prettier-ignore
const FIELDS = [
  'attemptKey', 'deliverTo', 'payment', 'billing', 'shippingMethod', 'email', 'country', 'firstName', 'lastName', 'address',
  'apartment', 'city', 'postalCode', 'phone', 'phoneCountry', 'label', 'saveAddress', 'notes', 'savedFirstName', 'savedLastName',
  'savedPhone', 'savedPhoneCountry', 'billingCountry', 'billingFirstName', 'billingLastName', 'billingAddress', 'billingApartment',
  'billingCity', 'billingPostalCode',
]

const Draft = z.record(z.string(), z.string())
export type Draft = z.infer<typeof Draft>

const PURPOSE = 'checkout draft'
/** For a visitor whose cookie no longer says who they were. */
const ANYONE = 'anyone'

/** Why a form is kept: the shopper has to log in first, or an address of it was saved. */
type DraftReason = 'log-in' | 'saved-address'

/**
 * Keeps a posted checkout form for the checkout's next page, in an encrypted cookie. Where the ended session still says whose it was, only
 * that shopper gets it back. What doesn't fit into a cookie is left out from the end of the form.
 */
export async function keepDraft(
  { cookies, form, sendCookie, settings, visitor }: Needs<'cookies' | 'form' | 'sendCookie' | 'settings' | 'visitor'>,
  reason: DraftReason = 'log-in',
): Promise<void> {
  const fields = FIELDS.flatMap((name): [string, string][] => {
    const value = form.get(name)
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  fields.unshift(['reason', reason])
  for (; fields.length > 0; fields.pop()) {
    const packed = deflateRawSync(JSON.stringify(Object.fromEntries(fields))).toString('base64url')
    // Sealing what can't fit would cost time for each field of a form that is far too long.
    if (packed.length > MAX_COOKIE_LENGTH) continue
    const sealed = await seal(settings, PURPOSE, visitor.claimedId ?? ANYONE, { packed }, LIFETIME)
    const cookie = await cookies.of(draftCookie).serialize(sealed)
    if (cookie.length <= MAX_COOKIE_LENGTH) return sendCookie(cookie)
  }
}

/** The new address's fields, which a saved address makes needless. */
const NEW_ADDRESS = new Set(
  'country firstName lastName address apartment city postalCode phone phoneCountry label saveAddress'.split(' '),
)

/** Keeps what a posted form says beside its new address, which has been saved and is chosen now. */
export async function keepBesideAddress(
  context: Needs<'cookies' | 'form' | 'sendCookie' | 'settings' | 'visitor'>,
  savedId: string,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of context.form) if (!NEW_ADDRESS.has(name)) form.append(name, value)
  form.set('deliverTo', savedId)
  await keepDraft({ ...context, form }, 'saved-address')
}

/** Returns the form that was kept for this visitor, and forgets it; null when there is none. */
export async function takeDraft(
  { cookies, sendCookie, settings }: Needs<'cookies' | 'sendCookie' | 'settings'>,
  request: Request,
  shopper: Shopper | null,
): Promise<Draft | null> {
  const sealed: unknown = await cookies.of(draftCookie).parse(request.headers.get('cookie'))
  if (typeof sealed !== 'string') return null
  sendCookie(await cookies.of(draftCookie).serialize('', { maxAge: 0 }))
  const open = (subject: string) => unseal(settings, PURPOSE, subject, sealed)
  const opened = (shopper ? await open(shopper.id) : null) ?? (await open(ANYONE))
  const parsed = z.object({ packed: z.string() }).safeParse(opened)
  if (!parsed.success) return null
  const packed = Buffer.from(parsed.data.packed, 'base64url')
  return Draft.parse(JSON.parse(inflateRawSync(packed, { maxOutputLength: MAX_DRAFT_BYTES }).toString()))
}
