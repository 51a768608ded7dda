import { z } from 'zod'
import { REFUND_REASONS } from '~/orders/refund'
import { storedAmount } from '~/platform/supabase/stored-money'
import { type Desk, pageOf, read } from '../database.server'

const listSchema = pageOf(
  z.object({
    id: z.guid(),
    created_at: z.string(),
    amount: storedAmount,
    reason: z.enum(REFUND_REASONS),
    provider: z.string(),
    provider_payment_id: z.string(),
    refunded_at: z.string().nullable(),
    reference: z.string().nullable(),
    order_id: z.string().nullable(),
    contact_phone: z.string().nullable(),
  }),
)
export type DeskRefund = z.infer<typeof listSchema>['rows'][number]

/** Returns a page of refunds: due ones, oldest first, or sent ones, latest first. */
export const listRefunds = ({ db }: Desk, isSent: boolean, page: number) =>
  read(db, 'desk_refunds', { p_is_sent: isSent, p_page: page }, listSchema)
