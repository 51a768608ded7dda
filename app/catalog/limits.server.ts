import { rateLimit } from '~/platform/rate-limits.server'
import { MINUTE } from '~/platform/time'

/** What the search box asks while somebody types. */
export const SUGGESTIONS = rateLimit('suggestions', 60, MINUTE)
