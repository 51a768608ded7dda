import { z } from 'zod'
import { succeed, type Result } from '~/platform/result'
import { storedAmount } from '~/platform/supabase/stored-money'
import type { Operator } from '../access/operator.server'
import { resultOf } from '../result-of.server'
import type { PromoState } from './promo-states'
import type { NewPromo, PromoForm } from './promo.schema'

type Desk = Pick<Operator, 'db'>

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
export async function listPromos({ db }: Desk, state: PromoState | null, page: number) {
  const { data, error } = await db.rpc('desk_promo_codes', { p_state: state ?? undefined, p_page: page })
  if (error) throw new Error(`No promo codes: ${error.message}`, { cause: error })
  return listSchema.parse(data)
}

/** Returns a promo code, or null. */
export async function readPromo({ db }: Desk, id: string): Promise<DeskPromo | null> {
  const { data, error } = await db.rpc('desk_promo_code', { p_id: id })
  if (error) throw new Error(`Promo code not read: ${error.message}`, { cause: error })
  return promoRowSchema.nullable().parse(data)
}

/** Makes a promo code. Returns its ID; refuses in words for the operator. */
export async function createPromo({ db }: Desk, { code, ...promo }: NewPromo): Promise<Result<string, string>> {
  const { data, error } = await db.rpc('desk_create_promo_code', { p_code: code, p_promo: promo })
  const result = resultOf(error)
  return result.ok ? succeed(data ?? '') : result
}

/** Saves a promo code. Refuses in words for the operator. */
export async function savePromo(
  { db }: Desk,
  id: string,
  { version, ...promo }: PromoForm,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_save_promo_code', { p_id: id, p_version: version, p_promo: promo })
  return resultOf(error)
}

/** Ends a promo code now. Refuses in words for the operator. */
export async function endPromo({ db }: Desk, id: string, version: number): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_end_promo_code', { p_id: id, p_version: version })
  return resultOf(error)
}

/** Removes a promo code that no order was placed with. Refuses in words for the operator. */
export async function removePromo({ db }: Desk, id: string, version: number): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_remove_promo_code', { p_id: id, p_version: version })
  return resultOf(error)
}
