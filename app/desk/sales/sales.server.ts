import { z } from 'zod'
import { storedAmount } from '~/platform/supabase/stored-money'
import { type Desk, read } from '../database.server'
import type { Period } from './period'

const soldSchema = z.object({ orders: z.number(), amount: storedAmount })
/** Returns are requests that weren't refused or withdrawn; `cash` counts cash orders, `cash_cancelled` those that were cancelled. */
const sumsSchema = soldSchema.extend({ returns: z.number(), cash: z.number(), cash_cancelled: z.number() })

const salesSchema = z.object({
  total: sumsSchema,
  days: z.array(soldSchema.extend({ day: z.string() })),
  products: z.array(
    z.object({ product_id: z.guid().nullable(), name: z.string(), pieces: z.number(), amount: storedAmount }),
  ),
  cities: z.array(sumsSchema.extend({ city: z.string() })),
})
/** What was sold in a period; amounts in paisa. Days are the latest first; products and cities by their sums, at most a hundred. */
export type Sales = z.infer<typeof salesSchema>

export function readSales({ db }: Desk, { from, until }: Period): Promise<Sales> {
  return read(db, 'desk_sales', { from, until }, salesSchema)
}
