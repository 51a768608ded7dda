import { z } from 'zod'
import type { Result } from '~/platform/result'
import { storedAmount } from '~/platform/supabase/stored-money'
import { change, type Desk, make, read } from '../database.server'
import type { PromoState } from './promo-states'
import type { NewPromo, PromoForm } from './promo.schema'

export const PROMOS_PER_PAGE = 50

const promoRowSchema = z.object({
  id: z.guid(),
  version: z.number(),
  code: z.string(),
  kind: z.enum(['percent', 'fixed']),
  /** What it takes off: one of both. */
  percent: z.number().nullable(),
  sum: storedAmount.nullable(),
  starts_at: z.string().nullable(),
  ends_at: z.string().nullable(),
  minimum_total: storedAmount,
  usage_limit: z.number().nullable(),
  /** How many orders hold a use; cancelled ones don't. */
  used_count: z.number(),
  /** What it took off these orders. */
  taken_off: storedAmount,
  /** Whether any order was placed with it. */
  is_used: z.boolean(),
  state: z.enum(['running', 'coming', 'used_up', 'ended']),
})
/** A promo code; sums are in paisa. */
export type DeskPromo = z.infer<typeof promoRowSchema>

const listSchema = z.object({ total: z.number(), rows: z.array(promoRowSchema) })

/** Returns a page of promo codes, those that run first, and how many there are. */
export function listPromos({ db }: Desk, state: PromoState | null, page: number) {
  return read(db, 'desk_promo_codes', { p_state: state ?? undefined, p_page: page }, listSchema)
}

/** Returns a promo code, or null. */
export function readPromo({ db }: Desk, id: string): Promise<DeskPromo | null> {
  return read(db, 'desk_promo_code', { p_id: id }, promoRowSchema.nullable())
}

/** Makes a promo code. Returns its ID; refuses in words for the operator. */
export function createPromo({ db }: Desk, { code, ...promo }: NewPromo): Promise<Result<string, string>> {
  return make(db, 'desk_create_promo_code', { p_code: code, p_promo: promo })
}

/** Saves a promo code. Refuses in words for the operator. */
export function savePromo({ db }: Desk, id: string, { version, ...promo }: PromoForm): Promise<Result<null, string>> {
  return change(db, 'desk_save_promo_code', { p_id: id, p_version: version, p_promo: promo })
}

/** Ends a promo code now. Refuses in words for the operator. */
export function endPromo({ db }: Desk, id: string, version: number): Promise<Result<null, string>> {
  return change(db, 'desk_end_promo_code', { p_id: id, p_version: version })
}

/** Removes a promo code that no order was placed with. Refuses in words for the operator. */
export function removePromo({ db }: Desk, id: string, version: number): Promise<Result<null, string>> {
  return change(db, 'desk_remove_promo_code', { p_id: id, p_version: version })
}
