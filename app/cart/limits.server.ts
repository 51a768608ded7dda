import { rateLimit } from '~/platform/rate-limits.server'
import { HOUR, MINUTE } from '~/platform/time'

/** Promo codes that the shop doesn't know, by one account. */
export const PROMO_GUESSES = rateLimit('unknown promo codes', 10, 15 * MINUTE)
/** Those of guests. High, since carriers put thousands of people behind one address. */
export const PROMO_GUESSES_PER_NETWORK = rateLimit('unknown promo codes from one network', 200, HOUR)
