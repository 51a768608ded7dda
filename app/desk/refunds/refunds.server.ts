import { z } from 'zod'
import { REFUND_REASONS } from '~/orders/refund'
import type { Result } from '~/platform/result'
import { storedAmount } from '~/platform/supabase/stored-money'
import { change, type Desk, read } from '../database.server'

const listSchema = z.object({
  total: z.number(),
  rows: z.array(
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
  ),
})
export type DeskRefund = z.infer<typeof listSchema>['rows'][number]

export const REFUNDS_PER_PAGE = 50

/** Returns a page of refunds: due ones, oldest first, or sent ones, latest first. */
export function listRefunds({ db }: Desk, isSent: boolean, page: number) {
  return read(db, 'desk_refunds', { p_is_sent: isSent, p_page: page }, listSchema)
}

/** Records that a refund was sent, with the number of the transfer. Refuses in words for the operator. */
export function recordRefund(
  { db }: Desk,
  { id, reference }: { id: string; reference: string },
): Promise<Result<null, string>> {
  return change(db, 'desk_record_refund', { p_refund: id, p_reference: reference })
}
