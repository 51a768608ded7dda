import type { Session } from '@supabase/supabase-js'
import { bringCart } from '~/cart/cart.server'
import type { RequestContext } from '~/platform/context.server'

/** Somebody has signed in at this browser: their session begins, and their cart meets the one that is here. */
export async function enter(context: RequestContext, request: Request, session: Session, keep: boolean): Promise<void> {
  context.sendCookie(await context.sessions.start(session, keep))
  await bringCart(context, request, session)
}
