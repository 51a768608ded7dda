import { z } from 'zod'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import type { Settings } from '~/platform/env.server'
import { openBackends, type Backends } from '~/platform/supabase/clients.server'

/** Whether people without an account may order, and what is asked of them (decision 222). */
export interface GuestTerms {
  mayOrder: boolean
  /** Whether a cash order needs no e-mail address. */
  isEmailOptional: boolean
}

const guestTermsSchema = z.object({ may_order: z.boolean().nullable(), is_email_optional: z.boolean() })
type StoredTerms = z.infer<typeof guestTermsSchema>

/**
 * Returns the terms for guests, cached like the catalogue. GUEST_CHECKOUT counts until an operator has said whether they may order, and
 * after a failure, which is logged.
 */
export async function readGuestTerms(
  context: Needs<'backends' | 'catalogue' | 'settings' | Reporting>,
): Promise<GuestTerms> {
  const { backends, catalogue, settings } = context
  const terms = await attempt(context, 'guest terms not read', () =>
    catalogue.get('guests', () => fetchTerms(backends)),
  )
  return { mayOrder: mayOrder(settings, terms), isEmailOptional: terms?.is_email_optional ?? false }
}

/** Whether people without an account may order, for a check of the deployment. */
export async function mayGuestsOrder(settings: Settings): Promise<boolean> {
  return mayOrder(settings, await fetchTerms(openBackends(settings)).catch(() => null))
}

async function fetchTerms({ anonymous }: Pick<Backends, 'anonymous'>): Promise<StoredTerms> {
  const { data, error } = await anonymous.rpc('guest_terms')
  if (error) throw new Error(`No guest terms: ${error.message}`, { cause: error })
  return guestTermsSchema.parse(data)
}

const mayOrder = ({ GUEST_CHECKOUT }: Pick<Settings, 'GUEST_CHECKOUT'>, terms: StoredTerms | null) =>
  terms?.may_order ?? GUEST_CHECKOUT === 'on'
