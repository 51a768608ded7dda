import { z } from 'zod'
import { storedAmount } from '~/platform/supabase/stored-money'
import { type Desk, pageOf, read } from '../database.server'

const promoSchema = z.object({
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
export type DeskPromo = z.infer<typeof promoSchema>

const listSchema = pageOf(promoSchema)

/** Returns a page of promo codes, those that run first, and how many there are. */
export const listPromos = ({ db }: Desk, state: DeskPromo['state'] | null, page: number) =>
  read(db, 'desk_promo_codes', { state, page }, listSchema)

export const readPromo = ({ db }: Desk, id: string) => read(db, 'desk_promo_code', { id }, promoSchema.nullable())
