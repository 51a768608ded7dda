import { rateLimit } from '~/platform/rate-limits.server'
import { HOUR } from '~/platform/time'

/** Mobile carriers share one IP address among thousands of people, so this limit is loose. */
export const STOCK_ALERTS_PER_NETWORK = rateLimit('stock alerts from one network', 60, HOUR)
