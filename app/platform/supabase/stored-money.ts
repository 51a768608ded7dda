import { z } from 'zod'
import { toPaisa } from '../money'

/**
 * Parses an amount as the database stores it, in rupees, and returns it in paisa. The schemas of all rows use it, so that nothing behind
 * them has rupees. It isn't in money.ts, because zod would follow into the browser.
 */
export const storedAmount = z.number().transform(toPaisa)
