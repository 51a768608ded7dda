import { rateLimit } from '~/platform/rate-limits.server'
import { DAY, HOUR } from '~/platform/time'

/** Carriers put thousands of people behind one address, so this is loose. */
export const STOCK_ALERTS_PER_NETWORK = rateLimit('stock alerts from one network', 60, HOUR)
/** Mails that ask one recipient to confirm, counted together for everybody who requests them. */
export const STOCK_CONFIRMATION_MAILS = rateLimit('stock alert confirmation mails', 3, DAY)
