import { z } from 'zod'
import type { Result } from '~/platform/result'
import { storedAmount } from '~/platform/supabase/stored-money'
import { RETURN_REASONS, RETURN_STATUSES } from '~/returns/return'
import { change, type Desk, read } from '../database.server'
import type { ReturnDecision } from './return.schema'

const listSchema = z.object({
  total: z.number(),
  rows: z.array(
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
  ),
})

export const RETURNS_PER_PAGE = 50

/** Returns a page of returns: open ones, oldest first, or all, latest first. */
export function listReturns({ db }: Desk, isOpen: boolean, page: number) {
  return read(db, 'desk_returns', { p_is_open: isOpen, p_page: page }, listSchema)
}

/** Decides about a return. Refuses in words for the operator. */
export function decideReturn(
  { db }: Desk,
  { id, version, decision, answer, amount }: ReturnDecision,
): Promise<Result<null, string>> {
  return change(db, 'desk_decide_return', {
    p_return: id,
    p_version: version,
    p_status: decision,
    p_answer: answer,
    p_amount: amount,
  })
}
