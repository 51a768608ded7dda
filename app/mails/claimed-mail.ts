import { sumsSchema } from '~/sums/sums.schema'
import { z } from 'zod'
import { LANGUAGES } from '~/language/languages'
import { orderSchema, storedItemSchema } from '~/orders/order-rows'
import { REFUND_REASONS } from '~/orders/refund'
import { storedAmount } from '~/platform/supabase/stored-money'

/** The kinds of mails, by the names of the table `order_mails`. */
export const MAIL_KINDS = [
  'unpaid',
  'placed',
  'paid',
  'changed',
  'shipped',
  'delivered',
  'returned_to_origin',
  'cancelled',
  'refund_due',
  'refunded',
  'return_requested',
  'return_approved',
  'return_received',
  'return_refused',
  'exchange_sent',
  'operator_refund',
  'operator_order',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** The kinds of mails to shoppers; the others go to the desk, and are in English. */
export type ShopperMailKind = Exclude<MailKind, `operator_${string}`>

export function isToShopper(kind: MailKind): kind is ShopperMailKind {
  return !kind.startsWith('operator_')
}

const refundSchema = z.object({
  amount: storedAmount,
  reason: z.enum(REFUND_REASONS),
  provider: z.string(),
  provider_payment_id: z.string(),
  note: z.string().nullish(),
  refunded_at: z.string().nullable(),
})
export type MailedRefund = z.infer<typeof refundSchema>

const mailedOrderSchema = orderSchema
  .pick({
    order_id: true,
    link_number: true,
    user_id: true,
    status: true,
    payment_method: true,
    contact_email: true,
    contact_phone: true,
    shipping_address: true,
    shipping_method: true,
    due_amount: true,
    changes: true,
    failure_reason: true,
    hold_until: true,
    tracking_number: true,
    notes: true,
    arrives_from: true,
    arrives_until: true,
  })
  .extend({
    ...sumsSchema.shape,
    refunds: z.array(refundSchema),
    /** The language in which it was placed; a schema before this column has none. */
    language: z.enum(LANGUAGES).optional(),
  })
export type MailedOrder = z.infer<typeof mailedOrderSchema>

const mailedItemSchema = storedItemSchema.omit({ id: true, product_id: true, products: true, translations: true })
export type MailedItem = z.infer<typeof mailedItemSchema>

const mailedReturnSchema = z.object({
  kind: z.enum(['return', 'exchange']),
  /** The operators' reply. */
  answer: z.string().nullable(),
  history: z.array(z.object({ status: z.string(), timestamp: z.string() })),
  /** What goes back to the shopper, and what the new goods of an exchange cost more. */
  refund_amount: storedAmount,
  due_amount: storedAmount,
  items: z.array(
    z.object({
      name: z.string(),
      quantity: z.number(),
      size: z.string().nullable(),
      /** What an exchange sends instead: what differs from the item. */
      replacement: z.object({ name: z.string().nullable(), size: z.string().nullable(), color: z.string().nullable() }),
    }),
  ),
})
export type MailedReturn = z.infer<typeof mailedReturnSchema>

const mailBaseSchema = z.object({ id: z.guid(), kind: z.enum(MAIL_KINDS), attempts: z.number() })

/** A mail as the database function `claim_order_mails` returns it. Amounts in paisa. */
export const claimedMailSchema = z.discriminatedUnion('is_given_up', [
  mailBaseSchema.extend({ is_given_up: z.literal(true) }),
  mailBaseSchema.extend({
    is_given_up: z.literal(false),
    /** The operator whom it goes to; null for the shopper, or for the shop's own address. */
    to: z.string().nullable().default(null),
    /** Null for a payment without an order. */
    order: mailedOrderSchema.nullable(),
    items: z.array(mailedItemSchema),
    /** The refund, in a mail about one. */
    refund: refundSchema.nullable(),
    /** The return or exchange, in a mail about one. */
    return: mailedReturnSchema.nullable().default(null),
    /** The names of products in the order's language, by their English; what has none there is missing. */
    names: z.record(z.string(), z.string()).default({}),
  }),
])
export type MailToSend = Extract<z.infer<typeof claimedMailSchema>, { is_given_up: false }>

/** Returns the mail with the names of products as the order's language has them. */
export function inOrderLanguage(mail: MailToSend): MailToSend {
  const nameOf = (english: string) => mail.names[english] ?? english
  const named = <Item extends { name: string }>(items: Item[]) =>
    items.map((item) => ({ ...item, name: nameOf(item.name) }))
  const { order, items, return: asked } = mail
  return {
    ...mail,
    order: order && {
      ...order,
      changes: order.changes.map(({ before, after, ...change }) => ({
        ...change,
        before: { ...before, items: named(before.items) },
        after: { ...after, items: named(after.items) },
      })),
    },
    items: items.map((item) => ({ ...item, product_name: nameOf(item.product_name) })),
    return: asked && {
      ...asked,
      items: named(asked.items).map(({ replacement, ...item }) => ({
        ...item,
        replacement: { ...replacement, name: replacement.name && nameOf(replacement.name) },
      })),
    },
  }
}
