import { z } from 'zod'
import { orderSchema } from '~/orders/order-rows'
import { storedAmount } from '~/platform/supabase/stored-money'
import { sumsSchema } from '~/sums/sums.schema'

/** An invoice as database functions return it; amounts in paisa, the rate of the sales tax in percent. */
export const invoiceSchema = orderSchema.pick({ order_id: true, payment_method: true, billing_address: true }).extend({
  number: z.number(),
  /** The invoice of which a credit note takes back a part or all, and when that was issued. */
  credits: z.number().nullable(),
  credited_at: z.string().nullable(),
  /** The cause of the entries that made it (supabase/schemas/ledger.sql). */
  reason: z.string(),
  issued_at: z.string(),
  placed_at: z.string(),
  seller: z.object({ name: z.string().nullable(), ntn: z.string().nullable(), strn: z.string().nullable() }),
  lines: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      size: z.string().nullable(),
      color: z.string().nullable(),
      quantity: z.number(),
      price: storedAmount,
      sum: storedAmount,
    }),
  ),
  /** The Urdu of products' names by their English. */
  names: z.record(z.string(), z.string()),
  sums: sumsSchema.extend({ rate: z.number().nullable(), tax: storedAmount.nullable() }),
})
export type Invoice = z.infer<typeof invoiceSchema>
