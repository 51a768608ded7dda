import { m } from '~/language/messages'
import { z } from 'zod'
import { translations } from '~/language/translated'
import type { OrderOwner } from '~/orders/order-changes.server'
import type { Order, OrderItem } from '~/orders/order-rows'
import type { Needs } from '~/platform/context.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { exchangeChoiceSchema, type ExchangeChoice } from './exchange-choice'
import { RETURN_REASONS, RETURN_STATUSES, type ReturnReason } from './return'

const orderReturnSchema = z.object({
  id: z.guid(),
  kind: z.enum(['return', 'exchange']),
  status: z.enum(RETURN_STATUSES),
  reason: z.enum(RETURN_REASONS),
  note: z.string().nullable(),
  answer: z.string().nullable(),
  photo_count: z.number(),
  /** In paisa. */
  refund_amount: storedAmount,
  /** What the new goods of an exchange cost more, in paisa. */
  due_amount: storedAmount,
  /** Of an exchange's parcel, once it is on its way. */
  tracking_number: z.string().nullable(),
  created_at: z.string(),
  history: z.array(z.object({ status: z.enum(RETURN_STATUSES), timestamp: z.string(), note: z.string().optional() })),
  /** With what an item is exchanged for; the product and the colour only if they are others. */
  items: z.array(
    z.object({
      order_item_id: z.guid(),
      quantity: z.number(),
      size: z.string().nullable(),
      product: z.string().nullable(),
      color: z.string().nullable(),
      translations,
    }),
  ),
})
/** A return or exchange as its shopper sees it. */
export type OrderReturn = z.infer<typeof orderReturnSchema>

/** Returns an order's returns, latest first. Throws if reading fails. */
export async function listReturns({ db, attemptKey }: OrderOwner, orderId: string): Promise<OrderReturn[]> {
  const { data, error } = await db.rpc('get_returns', { p_order_id: orderId, p_attempt_key: attemptKey })
  if (error) throw new Error(`No returns: ${error.message}`, { cause: error })
  return z.array(orderReturnSchema).parse(data)
}

export interface ReturnableLine {
  item: OrderItem
  maxQuantity: number
  /** What it can be exchanged for: the product's other sizes and colours in stock, and those of another product that was asked for. */
  choices: ExchangeChoice[]
}

const choicesSchema = z.record(z.string(), z.array(exchangeChoiceSchema))

/** Returns the returnable lines of an order with what they can be exchanged for, also another product, by its slug. Throws if reading fails. */
export async function listReturnable(
  { db, attemptKey }: OrderOwner,
  orderId: string,
  items: OrderItem[],
  product: string | null,
): Promise<ReturnableLine[]> {
  const ofOrder = { p_order_id: orderId, p_attempt_key: attemptKey }
  const [returnable, ...exchanges] = await Promise.all([
    db.rpc('get_returnable', ofOrder),
    db.rpc('get_exchange_choices', ofOrder),
    ...(product === null ? [] : [db.rpc('get_exchange_choices', { ...ofOrder, p_product: product })]),
  ])
  if (returnable.error) throw new Error(`Not read: ${returnable.error.message}`, { cause: returnable.error })
  const choices = exchanges.map(({ data, error }) => {
    if (error) throw new Error(`No choices: ${error.message}`, { cause: error })
    return choicesSchema.parse(data)
  })
  const quantities = z.record(z.string(), z.number()).parse(returnable.data)
  return items.flatMap((item) => {
    const maxQuantity = quantities[item.id] ?? 0
    const [own = [], other = []] = choices.map((one) => one[item.id])
    const others = other.filter((choice) => choice.product_id !== item.product_id)
    return maxQuantity > 0 ? [{ item, maxQuantity, choices: [...own, ...others] }] : []
  })
}

/** A request to return or exchange items of the visitor's order. */
export interface ReturnRequest {
  requestKey: string
  kind: 'return' | 'exchange'
  reason: ReturnReason
  note: string
  /** Paths in storage. */
  photos: string[]
  items: ({ order_item_id: string; quantity: number } & Partial<
    Pick<ExchangeChoice, 'product_id' | 'variant_id' | 'color_id'>
  >)[]
}

const REFUSALS = {
  no_such_order: m.returns_order_not_found,
  not_returnable: m.returns_not_returnable,
  nothing_to_return: m.returns_choose_what,
  too_many_returned: m.returns_too_many_returned,
  no_such_size: m.returns_no_such_size,
  sold_out: m.returns_sold_out,
} satisfies Record<string, () => string>

const isRefusal = (token: string): token is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, token)

const requestedReturnSchema = z.object({ id: z.guid(), is_repeat: z.boolean() })

/**
 * Requests a return or exchange within `days` of the delivery. The order must be the visitor's, from `findOwnOrder`. Refuses in words for
 * the shopper. Throws if the database fails.
 */
export async function requestReturn(
  context: Needs<'backends'>,
  order: Order,
  { attemptKey }: OrderOwner,
  days: number,
  { requestKey, ...asked }: ReturnRequest,
): Promise<Result<{ id: string; isRepeat: boolean }, string>> {
  const { data, error } = await serviceClient(context, 'keep returns').rpc('request_return', {
    p_request: {
      ...asked,
      request_key: requestKey,
      order_id: order.order_id,
      shopper: order.user_id,
      attempt_key: attemptKey ?? null,
      days,
    },
  })
  if (!error) {
    const { id, is_repeat: isRepeat } = requestedReturnSchema.parse(data)
    return succeed({ id, isRepeat })
  }
  const token = databaseRefusal(error)
  if (token !== null && isRefusal(token)) return refuse(REFUSALS[token]())
  throw new Error(`Return not requested: ${error.message}`, { cause: error })
}

/** Withdraws a return. Returns false if it is too late or the return doesn't exist. */
export async function withdrawReturn({ db, attemptKey }: OrderOwner, orderId: string, id: string): Promise<boolean> {
  const { error } = await db.rpc('withdraw_return', { p_order_id: orderId, p_return: id, p_attempt_key: attemptKey })
  if (!error) return true
  if (databaseRefusal(error) !== null) return false
  throw new Error(`Return not withdrawn: ${error.message}`, { cause: error })
}
