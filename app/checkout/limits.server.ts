import { rateLimit } from '~/platform/rate-limits.server'
import { HOUR } from '~/platform/time'

/** Orders that were placed, whatever became of them. High, since carriers put thousands of people behind one address. */
export const ORDERS_PER_NETWORK = rateLimit('orders from one network', 120, HOUR)
