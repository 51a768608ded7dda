import { z } from 'zod'
import { storedAmount } from '~/platform/supabase/stored-money'
import { RETURN_REASONS, RETURN_STATUSES } from '~/returns/return'
import { type Desk, pageOf, read } from '../database.server'

const listSchema = pageOf(
  z.object({
    id: z.guid(),
    created_at: z.string(),
    kind: z.enum(['return', 'exchange']),
    status: z.enum(RETURN_STATUSES),
    reason: z.enum(RETURN_REASONS),
    refund_amount: storedAmount,
    order_id: z.string(),
    contact_phone: z.string().nullable(),
    city: z.string(),
  }),
)

/** Returns a page of returns: open ones, oldest first, or all, latest first. */
export const listReturns = ({ db }: Desk, isOpen: boolean, page: number) =>
  read(db, 'desk_returns', { p_is_open: isOpen, p_page: page }, listSchema)
