import { rateLimit } from '~/platform/rate-limits.server'
import { HOUR } from '~/platform/time'

/** Requests about one order. */
export const RETURNS = rateLimit('returns', 10, HOUR)
