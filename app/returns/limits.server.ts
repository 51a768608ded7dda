import { rateLimit } from '~/platform/rate-limits.server'
import { HOUR } from '~/platform/time'

export const RETURNS = rateLimit('returns', 10, HOUR)
