import { rateLimit } from '~/platform/rate-limits.server'
import { MINUTE } from '~/platform/time'

/** Limits the requests of the search box while typing. */
export const SUGGESTIONS = rateLimit('suggestions', 60, MINUTE)
