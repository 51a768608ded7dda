import { rateLimit } from '~/platform/rate-limits.server'
import { MINUTE } from '~/platform/time'

export const SUGGESTIONS = rateLimit('suggestions', 60, MINUTE)
