import { z } from 'zod'
import { storedAmount } from '~/platform/supabase/stored-money'
import { type Desk, read } from '../desk.server'
import { amounts, flags, ids, maybeTexts, numbers, pageOf, texts } from '../rows'

const promoSchema = z.object({
  ...ids('id'),
  ...texts('code'),
  ...maybeTexts('starts_at', 'ends_at', 'category_id', 'category', 'customer'),
  /** `used_count` is how many orders hold a use, and `taken_off` what it took off these; cancelled ones don't count. */
  ...numbers('version', 'used_count'),
  ...amounts('minimum_total', 'taken_off'),
  kind: z.enum(['percent', 'fixed', 'delivery']),
  /** What it takes off: one of both, or none for free delivery. */
  percent: z.number().nullable(),
  sum: storedAmount.nullable(),
  usage_limit: z.number().nullable(),
  ...flags('is_first_order'),
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
