import { rateLimit } from '~/platform/rate-limits.server'
import { MINUTE } from '~/platform/time'

/** Orders looked up by a number and an e-mail or phone. */
export const TRACKINGS = rateLimit('trackings', 20, 15 * MINUTE)
