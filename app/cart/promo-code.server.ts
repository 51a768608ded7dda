import { m } from '~/language/messages'
import type { Needs } from '~/platform/context.server'
import { keyOf } from '~/platform/rate-limits.server'
import { EMPTY_CART } from './cart'
import { readPromoCode } from './cart.server'
import { PROMO_GUESSES, PROMO_GUESSES_PER_NETWORK } from './limits.server'
import { priceCart } from './price-cart.server'

/**
 * Counts a typed promo code if the shop doesn't know it, so that codes aren't found by guessing: by account, or for guests by network.
 * Returns how many seconds to wait, or null if the code may be tried. Throws if the backend fails; the code is counted then.
 */
export async function takePromoCode(
  context: Needs<'backends' | 'clientAddress' | 'limits' | 'services' | 'visitor'>,
  code: string,
): Promise<number | null> {
  const id = context.visitor.claimedId
  const limit = id ? PROMO_GUESSES : PROMO_GUESSES_PER_NETWORK
  const key = id ? keyOf.shopper({ id }) : keyOf.network(context)
  const wait = await context.limits.take(limit, key)
  if (wait !== null) return wait
  const { promo } = await priceCart(context, EMPTY_CART, code)
  if (promo?.problem !== m.cart_code_unknown()) await context.limits.giveBack(limit, key)
  return null
}

/** Counts the code that a checkout was posted with like `takePromoCode`, unless it is the one that the cart has. */
export async function takePostedCode(
  context: Parameters<typeof takePromoCode>[0] & Needs<'cookies'>,
  request: Request,
  code: string | undefined,
): Promise<number | null> {
  return code && code !== (await readPromoCode(context, request)) ? takePromoCode(context, code) : null
}
