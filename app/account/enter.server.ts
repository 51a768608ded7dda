import type { Session } from '@supabase/supabase-js'
import { EMPTY_CART } from '~/cart/cart'
import { mergeCartAtSignIn, saveCartCookie } from '~/cart/cart.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { mergeWishlistAtSignIn, saveWishlistCookie } from '~/wishlist/wishlist.server'
import { fetchFace } from './face.server'

/** Somebody has signed in at this browser: their session begins, and this browser's cart and wishlist are merged into theirs. */
export async function enter(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | 'sessions' | Reporting>,
  request: Request,
  session: Session,
  keep: boolean,
): Promise<void> {
  context.sendCookie(await context.sessions.start(session, keep))
  await Promise.all([
    mergeCartAtSignIn(context, request, session),
    mergeWishlistAtSignIn(context, request, session),
    fetchFace(context, session),
  ])
}

/**
 * Somebody leaves this browser: nothing of theirs stays in it. Cart and wishlist wait in their account; who uses the browser
 * next needs not see them. A visitor who wasn't signed in keeps theirs.
 */
export async function leave(context: Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor'>): Promise<void> {
  const { cookies, visitor } = context
  context.sendCookie(await context.sessions.end())
  if (visitor.claimedId !== null) {
    await saveCartCookie(context, EMPTY_CART)
    await saveWishlistCookie(context, [])
  }
  for (const cookie of await cookies.endWithSession()) context.sendCookie(cookie)
}
