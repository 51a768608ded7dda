import { rateLimit } from '~/platform/rate-limits.server'
import { DAY, HOUR } from '~/platform/time'

export const SUBSCRIPTIONS_PER_NETWORK = rateLimit('subscriptions from one network', 5, HOUR)
/** Somebody may subscribe, leave and subscribe again; each time a welcome is mailed. */
export const WELCOME_MAILS = rateLimit('welcome mails', 2, DAY)
