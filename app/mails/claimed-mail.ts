import { z } from 'zod'
import { STATUSES } from '~/orders/order'
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

const Address = z.object({
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  address_line1: z.string().nullish(),
  apartment: z.string().nullish(),
  city: z.string().nullish(),
  postal_code: z.string().nullish(),
  country: z.string().nullish(),
  phone: z.string().nullish(),
})

const Refund = z.object({
  amount: z.number(),
  reason: z.enum(REFUND_REASONS),
  provider: z.string(),
  provider_payment_id: z.string(),
  refunded_at: z.string().nullable(),
})
export type MailedRefund = z.infer<typeof Refund>

const Order = z.object({
  order_id: z.string(),
  user_id: z.guid().nullable(),
  status: z.enum(STATUSES),
  payment_method: z.enum(['payfast', 'cod']),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  shipping_address: Address,
  shipping_method: z.string(),
  subtotal: z.number(),
  savings: z.number(),
  promo_discount: z.number(),
  delivery_fee: z.number(),
  total_amount: z.number(),
  tracking_number: z.string().nullable(),
  notes: z.string().nullable(),
  hold_until: z.string().nullable(),
  /** Days, yyyy-mm-dd. */
  arrives_from: z.string().nullable(),
  arrives_until: z.string().nullable(),
  refunds: z.array(Refund),
})
export type MailedOrder = z.infer<typeof Order>

const Item = z.object({
  product_name: z.string(),
  product_image: z.string().nullable(),
  quantity: z.number(),
  price: z.number(),
  price_at_purchase: z.number(),
  selected_color: z.string().nullable(),
  selected_size: z.string().nullable(),
  subtotal: z.number(),
})
export type MailedItem = z.infer<typeof Item>

const Known = z.object({ id: z.guid(), kind: z.enum(MAIL_KINDS), attempts: z.number() })

/** A mail as the database function `claim_order_mails` hands it out. Sums in rupees. */
export const ClaimedMail = z.discriminatedUnion('is_given_up', [
  Known.extend({ is_given_up: z.literal(true) }),
  Known.extend({
    is_given_up: z.literal(false),
    /** Null for a payment that belongs to no order. */
    order: Order.nullable(),
    items: z.array(Item),
    /** What a mail about a refund is about. */
    refund: Refund.nullable(),
  }),
])
export type MailToSend = Extract<z.infer<typeof ClaimedMail>, { is_given_up: false }>
