import { rateLimit } from '~/platform/rate-limits.server'
import { DAY } from '~/platform/time'

export const REVIEWS = rateLimit('reviews', 5, DAY)
