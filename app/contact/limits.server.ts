import { rateLimit } from '~/platform/rate-limits.server'
import { HOUR } from '~/platform/time'

export const CONTACT_MESSAGES = rateLimit('contact messages', 3, HOUR)
/** High, since carriers put thousands of people behind one address. */
export const CONTACT_MESSAGES_PER_NETWORK = rateLimit('contact messages from one network', 60, HOUR)
