import { z } from 'zod'
import { Order, OrderItem } from '~/orders/order-rows'
import { REFUND_REASONS } from '~/orders/refund'

/** Which mail it is, as the database's table `order_mails` names it. */
export const MAIL_KINDS = [
  'unpaid',
  'placed',
  'paid',
  'shipped',
  'delivered',
  'cancelled',
  'refund_due',
  'refunded',
  'operator_refund',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

const Refund = z.object({
  amount: z.number(),
  reason: z.enum(REFUND_REASONS),
  provider: z.string(),
  provider_payment_id: z.string(),
  refunded_at: z.string().nullable(),
})
export type MailedRefund = z.infer<typeof Refund>

const MailedOrder = Order.pick({
  order_id: true,
  user_id: true,
  status: true,
  payment_method: true,
  contact_email: true,
  contact_phone: true,
  shipping_address: true,
  shipping_method: true,
  subtotal: true,
  savings: true,
  promo_discount: true,
  delivery_fee: true,
  total_amount: true,
  tracking_number: true,
  notes: true,
  arrives_from: true,
  arrives_until: true,
}).extend({ hold_until: z.string().nullable(), refunds: z.array(Refund) })
export type MailedOrder = z.infer<typeof MailedOrder>

const MailedItem = OrderItem.omit({ id: true, product_id: true, products: true })
export type MailedItem = z.infer<typeof MailedItem>

const Known = z.object({ id: z.guid(), kind: z.enum(MAIL_KINDS), attempts: z.number() })

/** A mail as the database function `claim_order_mails` hands it out. Sums in rupees. */
export const ClaimedMail = z.discriminatedUnion('is_given_up', [
  Known.extend({ is_given_up: z.literal(true) }),
  Known.extend({
    is_given_up: z.literal(false),
    /** Null for a payment that belongs to no order. */
    order: MailedOrder.nullable(),
    items: z.array(MailedItem),
    /** The payment that goes back, in a mail about one. */
    refund: Refund.nullable(),
  }),
])
export type MailToSend = Extract<z.infer<typeof ClaimedMail>, { is_given_up: false }>
