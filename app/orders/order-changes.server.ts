import { m } from '~/language/messages'
import type { PostgrestError } from '@supabase/supabase-js'
import { z } from 'zod'
import type { AddressColumns } from '~/address/address-parts'
import { stockSchema } from '~/catalog/product.schema'
import { toRupees } from '~/platform/money'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import { changeRefusal, itemProblemWords } from './own-change'

/** The order's owner: a shopper, or a guest with the order's key. */
export interface OrderOwner {
  db: Backend
  attemptKey?: string
  /** The keys of the latest orders of a guest's browser. */
  earlierKeys?: string[]
}

const REFUSALS = {
  no_such_order: m.orders_not_found,
  not_payable: m.orders_not_payable,
  not_cancellable: m.orders_not_cancellable,
  sold_out: m.orders_lapsed_sold_out,
  promo_used_up: m.orders_lapsed_promo,
  too_many_open_orders: m.orders_too_many_open,
  too_many_unconfirmed_orders: m.orders_too_many_unconfirmed,
  contact_blocked: m.orders_contact_blocked,
  price_changed: m.orders_cash_price_changed,
} satisfies Record<string, () => string>

const isRefusal = (token: string): token is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, token)

/** Changes an unpaid card order to cash on delivery, at a total in paisa that its page showed. Refuses in words for the shopper. Throws if the database fails. */
export async function payInCash(
  { db, attemptKey, earlierKeys }: OrderOwner,
  orderId: string,
  expectedTotal: number | undefined,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('pay_in_cash', {
    p_order_id: orderId,
    p_attempt_key: attemptKey,
    p_earlier_keys: earlierKeys,
    p_expected_total: expectedTotal === undefined ? undefined : Number(toRupees(expectedTotal)),
  })
  return outcomeOf('paid in cash', error)
}

/** Cancels an order that hasn't been shipped. Refuses in words for the shopper. Throws if the database fails. */
export async function cancelOrder(
  { db, attemptKey }: OrderOwner,
  orderId: string,
  reason?: string,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('cancel_order', { p_order_id: orderId, p_attempt_key: attemptKey, p_reason: reason })
  return outcomeOf('cancelled', error)
}

function outcomeOf(change: string, error: PostgrestError | null): Result<null, string> {
  if (!error) return succeed(null)
  const token = databaseRefusal(error)
  if (token !== null && isRefusal(token)) return refuse(REFUSALS[token]())
  throw new Error(`The order was not ${change}: ${error.message}`, { cause: error })
}

const ownChangeSchema = z.object({
  version: z.number(),
  /** Why the order can't be changed; null if it can. */
  problem: z.string().nullable(),
  /** What the products of its items have now, and how many pieces of one an order takes, by the items' IDs. */
  choices: z.record(
    z.string(),
    z.object({
      sizes: z.array(stockSchema.extend({ label: z.string() })),
      colors: z.array(z.string()),
      most: z.number().nullable(),
    }),
  ),
})
export type OwnChange = z.infer<typeof ownChangeSchema>

/** Returns what the visitor may change in their order; null if it isn't theirs. Throws if reading fails. */
export async function readOwnChange({ db, attemptKey }: OrderOwner, orderId: string): Promise<OwnChange | null> {
  const { data, error } = await db.rpc('get_own_order_change', { p_order_id: orderId, p_attempt_key: attemptKey })
  if (error) throw new Error(`No changes offered: ${error.message}`, { cause: error })
  return ownChangeSchema.nullable().parse(data)
}

/** What a shopper changes in an order. */
export interface OwnEdit {
  version: number
  /** What the order may cost then, in paisa. */
  total: number
  address: AddressColumns<string | undefined> & { country: string; phone: string | undefined }
  items: { id: string; size: string | null; color: string | null; quantity: number }[]
}

const priceChangedSchema = z.object({ total: storedAmount })
const refusedItemSchema = z.object({
  problem: z.enum(['gone', 'choice', 'sold_out', 'stock', 'pieces']),
  name: z.string().nullish(),
  size: z.string().nullable(),
  color: z.string().nullable(),
  stock: z.number().nullable(),
  most: z.number().nullable(),
})
const changedSchema = z.object({ is_changed: z.boolean() })

/** Changes the visitor's order. Refuses with the sum (paisa) that it would cost, or in words for the shopper. Throws if the database fails. */
export async function editOwnOrder(
  { db, attemptKey }: OrderOwner,
  orderId: string,
  { version, total, address, items }: OwnEdit,
): Promise<Result<{ isChanged: boolean }, { newTotal: number } | { message: string }>> {
  const { data, error } = await db.rpc('edit_own_order', {
    p_order_id: orderId,
    p_version: version,
    p_change: { address, items },
    p_expected_total: Number(toRupees(total)),
    p_attempt_key: attemptKey,
  })
  if (!error) return succeed({ isChanged: changedSchema.parse(data).is_changed })
  const token = databaseRefusal(error)
  if (token === 'price_changed') return refuse({ newTotal: priceChangedSchema.parse(JSON.parse(error.details)).total })
  if (token === 'item_refused')
    return refuse({ message: itemProblemWords(refusedItemSchema.parse(JSON.parse(error.hint))) })
  const message = token && (changeRefusal(token) ?? (isRefusal(token) ? REFUSALS[token]() : null))
  if (message) return refuse({ message })
  throw new Error(`The order was not edited: ${error.message}`, { cause: error })
}
