import { m } from '~/language/messages'
import type { Needs, Reporting } from '~/platform/context.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { parseWithZod } from '@conform-to/zod/v4'
import { attempt } from '~/platform/attempt.server'
import { EMPTY_CART } from './cart'
import { promoCodeSchema } from './cart.schema'
import { readPromoCode, savePromoCode } from './cart.server'
import { PROMO_GUESSES, PROMO_GUESSES_PER_NETWORK } from './limits.server'
import { priceCart } from './price-cart.server'

/** Why a code can't be used whatever is in the cart. */
const USELESS = new Set(['unknown', 'not_started', 'expired', 'used_up'])

/**
 * Counts a typed promo code if the shop doesn't know it, so that codes aren't found by guessing: by account, or for guests by network.
 * Returns how many seconds to wait, or null if the code may be tried, and why it is of no use, if no cart could use it. Throws if the
 * backend fails; the code is counted then.
 */
export async function takePromoCode(
  context: Needs<'backends' | 'clientAddress' | 'limits' | 'services' | 'visitor'>,
  code: string,
): Promise<{ wait: number | null; useless: string | null }> {
  const id = context.visitor.claimedId
  const limit = id ? PROMO_GUESSES : PROMO_GUESSES_PER_NETWORK
  const key = id ? keyOf.shopper({ id }) : keyOf.network(context)
  const wait = await context.limits.take(limit, key)
  if (wait !== null) return { wait, useless: null }
  const { promo } = await priceCart(context, EMPTY_CART, code)
  if (promo?.error !== 'unknown') await context.limits.giveBack(limit, key)
  return { wait: null, useless: promo?.error && USELESS.has(promo.error) ? promo.problem : null }
}

/**
 * Stores the code of a form for the cart, or removes it if it is empty. A refused code is stored too: cart and checkout show why it was
 * refused until the shopper changes it. Returns why it can't be tried now, or null.
 */
export async function tryPostedCode(
  context: Parameters<typeof takePromoCode>[0] & Parameters<typeof savePromoCode>[0] & Needs<Reporting>,
  form: FormData,
): Promise<{ message: string; wait: number | null } | null> {
  const code = typedCode(form)
  if (code !== '') {
    const tried = await attempt(context, 'promo code not checked', () => takePromoCode(context, code))
    if (!tried) return { message: m.cart_unreachable(), wait: null }
    if (tried.wait !== null) return { message: limitMessage(tried.wait), wait: tried.wait }
  }
  await savePromoCode(context, code)
  return null
}

/** Returns the code that a form has, as the shop writes it; '' if it has none. */
export function typedCode(form: FormData): string {
  const parsed = parseWithZod(form, { schema: promoCodeSchema })
  return parsed.status === 'success' ? parsed.value.code : ''
}

/** Counts the code that a checkout was posted with like `takePromoCode`, unless it is the one that the cart has. */
export async function takePostedCode(
  context: Parameters<typeof takePromoCode>[0] & Needs<'cookies' | 'promoCode'>,
  request: Request,
  code: string | undefined,
): Promise<number | null> {
  return code && code !== (await readPromoCode(context, request)) ? (await takePromoCode(context, code)).wait : null
}
