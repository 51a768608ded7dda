import { rateLimit } from '~/platform/rate-limits.server'
import { HOUR } from '~/platform/time'

/** Limits downloads of the product feed, which is large. Google reads it once a day, Meta at most once an hour. */
export const FEED_DOWNLOADS = rateLimit('feed downloads', 60, HOUR)
