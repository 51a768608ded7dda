import { z } from 'zod'
import { type Desk, read } from '../desk.server'
import { CHANNEL_CODES } from '../orders/order-query'
import { amounts, maybeTexts, numbers, texts } from '../rows'
import type { Period } from './period'

const soldSchema = z.object({ ...numbers('orders'), ...amounts('amount') })
/** Returns are requests that weren't refused or withdrawn; `cash` counts cash orders, `cash_cancelled` those that were cancelled. */
const sumsSchema = soldSchema.extend(numbers('returns', 'cash', 'cash_cancelled'))

const salesSchema = z.object({
  total: sumsSchema,
  days: z.array(soldSchema.extend(texts('day'))),
  products: z.array(
    z.object({ ...maybeTexts('product_id'), ...texts('name'), ...numbers('pieces'), ...amounts('amount') }),
  ),
  cities: z.array(sumsSchema.extend(texts('city'))),
  channels: z.array(sumsSchema.extend({ channel: z.enum(['shop', ...CHANNEL_CODES]) })),
})
/** What was sold in a period; amounts in paisa. Days are the latest first; products and cities by their sums, at most a hundred. */
export type Sales = z.infer<typeof salesSchema>

export function readSales({ db }: Desk, { from, until }: Period): Promise<Sales> {
  return read(db, 'desk_sales', { from, until }, salesSchema)
}
