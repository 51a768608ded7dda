import { requireShopper, type Needs } from '~/platform/context.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { saveDraft } from './checkout-draft.server'
import { fillerOf } from './filled-by.server'

/**
 * Returns the signed-in shopper, or null for a guest if guests may order (RT-24, RT-25). Saves a form that is posted after the session
 * has ended, and redirects to the log-in: a guest's order would be in no account (decision 195).
 */
export async function requireBuyer(
  context: Parameters<typeof saveDraft>[0] & Needs<'flashes' | 'sessions' | 'settings' | 'visitor'>,
  request: Request,
): Promise<Shopper | null> {
  const { form, settings, visitor } = context
  // It was shown to an account, or has one of its addresses: the session has ended meanwhile.
  const isOfAccount = fillerOf(form) !== '' || (form.has('deliverTo') && form.get('deliverTo') !== 'new')
  if (settings.GUEST_CHECKOUT === 'on' && !visitor.isSignedIn && !isOfAccount) return null
  if (request.method === 'POST' && !(await visitor.verify())) await saveDraft(context)
  return requireShopper(context, request)
}
