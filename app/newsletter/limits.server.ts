import { rateLimit } from '~/platform/rate-limits.server'
import { DAY, HOUR } from '~/platform/time'

/** Only new addresses count. High, since carriers put thousands of people behind one address. */
export const SUBSCRIPTIONS_PER_NETWORK = rateLimit('subscriptions from one network', 100, HOUR)
/** An address that was unsubscribed can subscribe again. */
export const SUBSCRIPTIONS_PER_EMAIL = rateLimit('subscriptions of one address', 3, DAY)
