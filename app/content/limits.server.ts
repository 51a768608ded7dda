import { rateLimit } from '~/platform/rate-limits.server'
import { MINUTE } from '~/platform/time'

/** Look-ups of orders by number and e-mail or phone. */
export const TRACKINGS = rateLimit('trackings', 20, 15 * MINUTE)
