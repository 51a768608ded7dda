import { z } from 'zod'
import { STATUSES } from '~/orders/order'
import { orderItemSchema, orderSchema } from '~/orders/order-rows'
import { REFUND_REASONS } from '~/orders/refund'
import { storedAmount } from '~/platform/supabase/stored-money'
import { RETURN_REASONS, RETURN_STATUSES } from '~/returns/return'

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

export const orderListSchema = z.object({ rows: z.array(orderRowSchema), total: z.number() })

const refundSchema = z.object({
  id: z.guid(),
  amount: storedAmount,
  reason: z.enum(REFUND_REASONS),
  provider: z.string(),
  provider_payment_id: z.string(),
  created_at: z.string(),
  refunded_at: z.string().nullable(),
  reference: z.string().nullable(),
})

const returnSchema = z.object({
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

export const deskOrdersSchema = z.array(deskOrderSchema)
