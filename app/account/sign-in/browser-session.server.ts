import type { Session } from '@supabase/supabase-js'
import { EMPTY_CART } from '~/cart/cart'
import { mergeCartAtSignIn, saveCartCookie } from '~/cart/cart.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { mergeWishlistAtSignIn, saveWishlistCookie } from '~/wishlist/wishlist.server'
import { loadHeaderProfile } from '../header-profile.server'

export async function startSession(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | 'sessions' | 'settings' | Reporting>,
  request: Request,
  session: Session,
  keep: boolean,
): Promise<void> {
  context.sendCookie(await context.sessions.start(session, keep))
  await Promise.all([
    mergeCartAtSignIn(context, request, session),
    mergeWishlistAtSignIn(context, request, session),
    loadHeaderProfile(context, request, session),
  ])
}

/**
 * Ends the session in this browser and removes the shopper's data from it; cart and wishlist stay saved in the account. Without a
 * session, the cart and wishlist of the browser stay.
 */
export async function endSession(context: Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor'>): Promise<void> {
  const { cookies, visitor } = context
  context.sendCookie(await context.sessions.end())
  if (visitor.claimedId !== null) {
    await saveCartCookie(context, EMPTY_CART)
    await saveWishlistCookie(context, [])
  }
  for (const cookie of await cookies.endWithSession()) context.sendCookie(cookie)
}
