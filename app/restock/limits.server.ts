import { rateLimit } from '~/platform/rate-limits.server'
import { DAY, HOUR } from '~/platform/time'

/** Mobile carriers share one IP address among thousands of people, so this limit is loose. */
export const STOCK_ALERTS_PER_NETWORK = rateLimit('stock alerts from one network', 60, HOUR)
/** Confirmation mails to one recipient, from all requesters together. */
export const STOCK_CONFIRMATION_MAILS = rateLimit('stock alert confirmation mails', 3, DAY)
