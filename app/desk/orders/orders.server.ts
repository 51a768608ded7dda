import { z } from 'zod'
import { STATUSES } from '~/orders/order'
import { orderItemSchema, orderSchema } from '~/orders/order-rows'
import { REFUND_REASONS } from '~/orders/refund'
import { storedAmount } from '~/platform/supabase/stored-money'
import { RETURN_REASONS, RETURN_STATUSES } from '~/returns/return'
import { change, type Desk, pageOf, read } from '../database.server'
import type { OrderAction } from './order-actions'
import type { OrderMark, OrderQuery } from './order-query'

export const orderRowSchema = z.object({
  order_id: z.string(),
  version: z.number(),
  status: z.enum(STATUSES),
  payment_method: z.enum(['payfast', 'cod']),
  name: z.string(),
  phone: z.string().nullable(),
  city: z.string(),
  total_amount: storedAmount,
  tracking_number: z.string().nullable(),
  created_at: z.string(),
  confirmed_at: z.string().nullable(),
  packed_at: z.string().nullable(),
  pieces: z.number().nullable(),
})
/** An order in a list of the desk; amounts in paisa. */
export type OrderListRow = z.infer<typeof orderRowSchema>

const orderListSchema = pageOf(orderRowSchema)

export const refundSchema = z.object({
  id: z.guid(),
  amount: storedAmount,
  reason: z.enum(REFUND_REASONS),
  provider: z.string(),
  provider_payment_id: z.string(),
  created_at: z.string(),
  refunded_at: z.string().nullable(),
  reference: z.string().nullable(),
})

export const returnSchema = z.object({
  id: z.guid(),
  version: z.number(),
  kind: z.enum(['return', 'exchange']),
  status: z.enum(RETURN_STATUSES),
  reason: z.enum(RETURN_REASONS),
  note: z.string().nullable(),
  answer: z.string().nullable(),
  photos: z.array(z.string()),
  refund_amount: storedAmount,
  created_at: z.string(),
  items: z
    .array(
      z.object({
        name: z.string(),
        size: z.string().nullable(),
        color: z.string().nullable(),
        quantity: z.number(),
        new_size: z.string().nullable(),
      }),
    )
    .nullable(),
})
export type DeskReturn = z.infer<typeof returnSchema>

const paymentSchema = z.object({
  id: z.guid(),
  at: z.string(),
  provider: z.string(),
  verdict: z.string().nullable(),
  payment_id: z.string().nullable(),
  payment_status: z.string().nullable(),
  amount: storedAmount.nullable(),
})

const mailSchema = z.object({
  id: z.guid(),
  kind: z.string(),
  state: z.enum(['waiting', 'sent', 'superseded', 'given_up']),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  held_until: z.string().nullable(),
  problem: z.string().nullable(),
})

const deskOrderSchema = orderSchema.extend({
  version: z.number(),
  confirmed_at: z.string().nullable(),
  packed_at: z.string().nullable(),
  items: z.array(orderItemSchema),
  refunds: z.array(refundSchema),
  returns: z.array(returnSchema),
  payments: z.array(paymentSchema),
  mails: z.array(mailSchema),
})
/** An order with everything that the desk shows beside it. */
export type DeskOrder = z.infer<typeof deskOrderSchema>

const deskOrdersSchema = z.array(deskOrderSchema)

/** Returns a page of orders, latest first, and how many there are in all. */
export const listOrders = ({ db }: Desk, { search, status, ...query }: OrderQuery) =>
  read(db, 'desk_orders', { ...query, search: search || null, statuses: status && [status] }, orderListSchema)

/** Returns orders in full, in the order of their numbers. Unknown ones are left out. */
export async function readOrders({ db }: Desk, numbers: string[]) {
  return numbers.length === 0 ? [] : read(db, 'desk_orders_in_full', { numbers }, deskOrdersSchema)
}

/** Does one thing with an order. Refuses in words for the operator. */
export const changeOrder = (
  { db }: Desk,
  { orderId, version }: OrderMark,
  action: OrderAction,
  words: { note?: string; tracking?: string } = {},
) => change(db, 'desk_change_order', { order_id: orderId, version, action, ...words })
