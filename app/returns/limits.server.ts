import { rateLimit } from '~/platform/rate-limits.server'
import { HOUR } from '~/platform/time'

/** Requests per order. */
export const RETURNS = rateLimit('returns', 10, HOUR)
