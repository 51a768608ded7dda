import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { redirectTo } from '~/platform/context.server'

export const loader = () => redirect('/')

/** Ends the session here and at Auth, and what was kept for this visitor. */
export async function action({ context }: ActionFunctionArgs) {
  if (context.shopper) await context.sessions.signOut(context.shopper)
  context.sendCookie(await context.sessions.end())
  context.sendCookie(await context.cookies.destination.serialize('', { maxAge: 0 }))
  // It waits in the account; who uses this browser next needs not see it.
  if (context.shopper) context.sendCookie(await context.cookies.cart.serialize('', { maxAge: 0 }))
  context.sendCookie(await context.cookies.promo.serialize('', { maxAge: 0 }))
  context.sendCookie(await context.cookies.guestOrders.serialize('', { maxAge: 0 }))
  return redirectTo('/')
}
