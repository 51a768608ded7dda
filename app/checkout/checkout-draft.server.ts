import { z } from 'zod'
import { TYPED_PARTS } from '~/address/address-parts'
import type { GuestTerms } from '~/cart/guests.server'
import { sealIntoCookie, unsealFromCookie } from '~/platform/encryption/packed-seal.server'
import { declareCookie } from '~/platform/cookies.server'
import { type Needs, requireShopper } from '~/platform/context.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { MINUTE } from '~/platform/time'
import { CHECKOUT_FIELDS, type CheckoutField } from './checkout.schema'
import { allFilledBy, filledBy, fillerOf } from './filled-by.server'

/** Long enough to log in or to set a new password first. */
const LIFETIME = 30 * MINUTE

const draftCookie = declareCookie({ name: 'website_checkout_draft', maxAge: LIFETIME, endsWithSession: true })

/** What the page finds out anew. */
const NOT_SAVED: ReadonlySet<CheckoutField> = new Set(['expectedTotal', 'expectedInCash', 'seenCart', 'promoCode'])
/** The saved fields, the least important last. None of them is a secret. */
const FIELDS = CHECKOUT_FIELDS.filter((name) => !NOT_SAVED.has(name))

const draftSchema = z.record(z.string(), z.string())
type Draft = z.infer<typeof draftSchema>

const PURPOSE = 'checkout draft'
/** Subject of a draft whose visitor is unknown. */
const ANYONE = 'anyone'

/** Why a form is saved: the shopper has to log in first, or its address was saved. */
type DraftReason = 'log-in' | 'saved-address'

/**
 * Saves a posted checkout form in an encrypted cookie for the next visit to the checkout (decision 88). If the ended session or the form
 * names an account, only that account can restore it. Fields that don't fit are dropped from the end.
 */
export async function saveDraft(
  context: Needs<'cookies' | 'form' | 'sendCookie' | 'settings' | 'visitor'>,
  reason: DraftReason = 'log-in',
): Promise<void> {
  const fields = FIELDS.flatMap((name): [string, string][] => {
    const value = context.form.get(name)
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  fields.unshift(['reason', reason])
  const { claimedId } = context.visitor
  const filler = claimedId === null ? fillerOf(context.form) : filledBy(context.settings, claimedId)
  const seal = { purpose: PURPOSE, subject: filler || ANYONE, lifetime: LIFETIME }
  for (; fields.length > 0; fields.pop()) {
    const cookie = await sealIntoCookie(context, draftCookie, seal, Object.fromEntries(fields))
    if (cookie !== null) return context.sendCookie(cookie)
  }
}

/** Fields of the new address, which aren't needed once it is saved. */
const NEW_ADDRESS_FIELDS: ReadonlySet<string> = new Set([
  ...TYPED_PARTS,
  'country',
  'phone',
  'phoneCountry',
  'label',
  'saveAddress',
])

/** Saves a posted form without its new address and selects the saved one instead. */
export async function saveDraftWithAddress(
  context: Needs<'cookies' | 'form' | 'sendCookie' | 'settings' | 'visitor'>,
  savedId: string,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of context.form) if (!NEW_ADDRESS_FIELDS.has(name)) form.append(name, value)
  form.set('deliverTo', savedId)
  await saveDraft({ ...context, form }, 'saved-address')
}

/** Returns the visitor's saved form and deletes it; null if there is none. A guest doesn't delete that of an account. */
export async function takeDraft(
  context: Needs<'cookies' | 'sendCookie' | 'settings'>,
  request: Request,
  shopper: Shopper | null,
): Promise<Draft | null> {
  const cookie = context.cookies.of(draftCookie)
  const sealed: unknown = await cookie.parse(request.headers.get('cookie'))
  if (typeof sealed !== 'string') return null
  const subjects = [...(shopper ? allFilledBy(context.settings, shopper.id) : []), ANYONE]
  const draft = draftSchema.nullable().parse(await unsealFromCookie(context, PURPOSE, subjects, sealed))
  if (draft || shopper) context.sendCookie(await cookie.serialize('', { maxAge: 0 }))
  return draft
}

/**
 * Returns the signed-in shopper, or null for a guest if guests may order (RT-24, RT-25). Saves a form that is posted after the session
 * has ended, and redirects to the log-in: a guest's order would be in no account (decision 88).
 */
export async function requireBuyer(
  context: Parameters<typeof saveDraft>[0] & Needs<'flashes' | 'sessions' | 'settings' | 'visitor'>,
  request: Request,
  guests: Promise<GuestTerms>,
): Promise<Shopper | null> {
  const { form, visitor } = context
  // It was shown to an account, or has one of its addresses: the session has ended meanwhile.
  const isOfAccount = fillerOf(form) !== '' || (form.has('deliverTo') && form.get('deliverTo') !== 'new')
  if (!visitor.isSignedIn && !isOfAccount && (await guests).mayOrder) return null
  if (request.method === 'POST' && !(await visitor.verify())) await saveDraft(context)
  return requireShopper(context, request)
}

/** Whether a cash order needs no e-mail address: an account has one. */
export function mayLeaveEmailOut(shopper: Shopper | null, guests: GuestTerms): boolean {
  return shopper === null && guests.isEmailOptional
}
