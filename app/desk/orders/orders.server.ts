import { z } from 'zod'
import { STATUSES } from '~/orders/order'
import { orderItemSchema, orderSchema } from '~/orders/order-rows'
import { REFUND_REASONS } from '~/orders/refund'
import { storedAmount } from '~/platform/supabase/stored-money'
import { STATES } from '~/couriers/parcel-words'
import { RETURN_REASONS, RETURN_STATUSES } from '~/returns/return'
import { change, type Desk, read } from '../desk.server'
import { RETURN_STEPS } from '../returns/return.schema'
import { amounts, flags, ids, maybeTexts, numbers, pageOf, texts } from '../rows'
import { ORDER_ACTIONS, type OrderAction } from './order-actions'
import { CHANNEL_CODES, type OrderMark, type OrderQuery } from './order-query'

const channel = z.enum(CHANNEL_CODES).nullable()

export const orderRowSchema = z.object({
  ...texts('order_id', 'name', 'city', 'created_at', 'language'),
  ...maybeTexts('phone', 'tracking_number', 'confirmed_at', 'packed_at'),
  ...numbers('version'),
  ...amounts('total_amount'),
  status: z.enum(STATUSES),
  payment_method: z.enum(['payfast', 'cod']),
  pieces: z.number().nullable(),
  channel,
  ...flags('is_changed_by_shopper', 'has_email'),
})
/** An order in a list of the desk; amounts in paisa. */
export type OrderListRow = z.infer<typeof orderRowSchema>

const orderListSchema = pageOf(orderRowSchema)

export const refundSchema = z.object({
  ...ids('id'),
  ...texts('provider', 'provider_payment_id', 'created_at'),
  ...maybeTexts('refunded_at', 'reference', 'note'),
  ...amounts('amount'),
  reason: z.enum(REFUND_REASONS),
})

/** The step that may be taken back, until when, and whether the shopper was mailed about it. */
const stepSchema = <Action extends string>(actions: readonly Action[]) =>
  z.object({ action: z.enum(actions), ...texts('until'), is_told: z.boolean() })

export const returnSchema = z.object({
  ...ids('id'),
  ...numbers('version'),
  ...texts('created_at'),
  ...maybeTexts('note', 'answer', 'number'),
  ...amounts('refund_amount', 'due_amount'),
  kind: z.enum(['return', 'exchange']),
  status: z.enum(RETURN_STATUSES),
  reason: z.enum(RETURN_REASONS),
  photos: z.array(z.string()),
  items: z
    .array(
      z.object({
        ...texts('name'),
        ...maybeTexts('size', 'color', 'new_size'),
        ...numbers('quantity'),
        /** What an exchange sends instead; `id` is that of the order's item. */
        replacement: z
          .object({ ...ids('id'), ...texts('name'), ...maybeTexts('size', 'color', 'sku', 'shelf', 'picture') })
          .nullable(),
      }),
    )
    .nullable(),
  /** The open or delivered parcel of an exchange. */
  parcel: z.object({ state: z.enum(STATES), ...maybeTexts('courier', 'tracking_number') }).nullable(),
  step: stepSchema(RETURN_STEPS).nullable(),
})
export type DeskReturn = z.infer<typeof returnSchema>

const paymentSchema = z.object({
  ...ids('id'),
  ...texts('at', 'provider'),
  ...maybeTexts('verdict', 'payment_id', 'payment_status'),
  amount: storedAmount.nullable(),
})

const mailSchema = z.object({
  ...ids('id'),
  ...texts('kind', 'created_at'),
  ...maybeTexts('ended_at', 'held_until', 'problem'),
  state: z.enum(['waiting', 'sent', 'superseded', 'given_up']),
})

const deskOrderSchema = orderSchema.extend({
  ...numbers('version'),
  ...texts('language'),
  ...maybeTexts('confirmed_at', 'packed_at', 'back_at'),
  keeps_contact_for_return: z.boolean(),
  channel,
  step: stepSchema(ORDER_ACTIONS).nullable(),
  items: z.array(orderItemSchema.and(z.object(maybeTexts('sku', 'shelf')))),
  refunds: z.array(refundSchema),
  returns: z.array(returnSchema),
  payments: z.array(paymentSchema),
  mails: z.array(mailSchema),
})
/** An order with everything that the desk shows beside it. */
export type DeskOrder = z.infer<typeof deskOrderSchema>

const deskOrdersSchema = z.array(deskOrderSchema)

export const historySchema = z.object(numbers('delivered', 'refused', 'cancelled', 'open', 'returned'))
/** How many orders with a phone number ended how. */
export type NumberHistory = z.infer<typeof historySchema>

export const blockSchema = z.object({ ...ids('id'), ...texts('contact', 'reason', 'ends'), ...flags('is_over') })

const asideSchema = z.object({
  number: historySchema,
  shopper: z.object({ ...ids('person'), tags: z.array(z.string()), blocks: z.array(blockSchema) }).nullable(),
})
/** How the other orders with an order's phone number ended, and what the desk knows of the shopper; null for one without contact. */
export type OrderAside = z.infer<typeof asideSchema>

export const readAside = ({ db }: Desk, orderId: string) =>
  read(db, 'desk_order_aside', { order_id: orderId }, asideSchema)

const entrySchema = z.object({
  ...texts('kind', 'cause', 'made_at'),
  ...maybeTexts('reason', 'courier', 'payment', 'tracking', 'refund', 'note', 'reference'),
  ...amounts('amount', 'owed'),
  to_refund: storedAmount.nullable().transform((amount) => amount ?? 0),
  pieces: z.number().nullable(),
  maker: z.object({ email: z.string().nullish(), by: z.string().optional(), name: z.string().optional() }),
  /** What an entry is about; `is_sent` if it is sent in exchange. */
  item: z.object({ ...texts('name'), ...maybeTexts('size', 'color'), is_sent: z.boolean().default(false) }).nullable(),
})
/** An entry of an order's books, and what its account comes to after it; amounts in paisa. */
export type LedgerEntry = z.infer<typeof entrySchema>

const ledgerSchema = z.object({ order: z.array(entrySchema), courier: z.array(entrySchema) })
export type Ledger = z.infer<typeof ledgerSchema>

export const readLedger = ({ db }: Desk, orderId: string) =>
  read(db, 'desk_order_ledger', { order_id: orderId }, ledgerSchema)

const choicesSchema = z.record(z.string(), z.object({ sizes: z.array(z.string()), colors: z.array(z.string()) }))
/** The sizes and colours that the products of an order's items have now, by the items' IDs. */
export type OrderChoices = z.infer<typeof choicesSchema>

export const readChoices = ({ db }: Desk, orderId: string) =>
  read(db, 'desk_order_choices', { order_id: orderId }, choicesSchema)

/** Returns a page of orders, latest first, and how many there are in all. */
export const listOrders = ({ db }: Desk, { search, status, ...query }: OrderQuery) =>
  read(db, 'desk_orders', { ...query, search: search || null, statuses: status && [status] }, orderListSchema)

/** Returns orders in full, in the order of their numbers. Unknown ones are left out. */
export async function readOrders({ db }: Desk, numbers: string[]) {
  return numbers.length === 0 ? [] : read(db, 'desk_orders_in_full', { numbers }, deskOrdersSchema)
}

/** Returns orders in full for a file, like `readOrders`. Needs a fresh second factor, and is recorded. */
export async function exportOrders({ db }: Desk, numbers: string[]): Promise<DeskOrder[]> {
  const orders: DeskOrder[] = []
  for (let from = 0; from < numbers.length; from += 100)
    orders.push(
      ...(await read(db, 'desk_export_orders', { numbers: numbers.slice(from, from + 100) }, deskOrdersSchema)),
    )
  return orders
}

/** Does one thing with an order. Refuses in words for the operator; shipping also what it jumps over, unless that is meant (`sure`). */
export const changeOrder = (
  { db }: Desk,
  { orderId, version }: OrderMark,
  action: OrderAction,
  words: { note?: string; tracking?: string; sure?: boolean } = {},
) => change(db, 'desk_change_order', { order_id: orderId, version, action, sure: false, ...words })
