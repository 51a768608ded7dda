import { rateLimit } from '~/platform/rate-limits.server'
import { DAY, HOUR } from '~/platform/time'

/** Only addresses that are new count. Carriers put thousands of people behind one address, so this is loose. */
export const SUBSCRIPTIONS_PER_NETWORK = rateLimit('subscriptions from one network', 100, HOUR)
/** An address can be new again once it has left. */
export const SUBSCRIPTIONS_PER_EMAIL = rateLimit('subscriptions of one address', 3, DAY)
/** Somebody may subscribe, leave and subscribe again; each time a welcome is mailed. */
export const WELCOME_MAILS = rateLimit('welcome mails', 2, DAY)
