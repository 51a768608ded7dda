import { z } from 'zod'
import { storedAmount } from '~/platform/supabase/stored-money'

/** The sums of a cart, an order or an invoice in paisa, as the database adds them up (supabase/schemas/sums.sql). */
export const sumsSchema = z.object({
  /** Price of the items after their discounts. */
  subtotal: storedAmount,
  /** Sum of the items' discounts. */
  savings: storedAmount,
  promo_discount: storedAmount,
  /** What the shop took off an order by hand. */
  discount: storedAmount,
  delivery_fee: storedAmount,
  total_amount: storedAmount,
  /** What cash on delivery costs beside delivery. Invoices and changes of before have none. */
  cash_fee: storedAmount.default(0),
})
export type Sums = z.infer<typeof sumsSchema>

/** The columns of `orders` with its sums. */
export const SUM_COLUMNS = Object.keys(sumsSchema.shape).join(', ')
