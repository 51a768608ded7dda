import { z } from 'zod'
import { formatPhone } from '~/phone/phone'
import { STATUSES } from './order'
import { REFUND_REASONS } from './refund'

const Address = z.object({
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  address_line1: z.string().optional(),
  apartment: z.string().nullish(),
  city: z.string().optional(),
  postal_code: z.string().nullish(),
  country: z.string().nullish(),
  /** As it is shown; `contact_phone` keeps the number to dial. */
  phone: z
    .string()
    .nullish()
    .transform((stored) => (stored ? formatPhone(stored) : null)),
})

const Refund = z.object({
  id: z.guid(),
  amount: z.number(),
  reason: z.enum(REFUND_REASONS),
  refunded_at: z.string().nullable(),
})

/** An order as the database keeps it; sums in rupees. */
export const Order = z.object({
  id: z.guid(),
  order_id: z.string(),
  user_id: z.guid().nullable(),
  status: z.enum(STATUSES),
  payment_status: z.boolean(),
  payment_method: z.enum(['payfast', 'cod']),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  shipping_address: Address,
  billing_address: Address,
  shipping_method: z.string(),
  subtotal: z.number(),
  savings: z.number(),
  promo_code: z.string().nullable(),
  promo_discount: z.number(),
  delivery_fee: z.number(),
  total_amount: z.number(),
  failure_reason: z.string().nullable(),
  tracking_number: z.string().nullable(),
  /** What the shopper asked of the rider. */
  notes: z.string().nullable(),
  /** yyyy-mm-dd, between which it is expected; null for orders that were placed before the shop knew. */
  arrives_from: z.string().nullable(),
  arrives_until: z.string().nullable(),
  history: z.array(z.object({ status: z.enum(STATUSES), timestamp: z.string(), note: z.string().nullish() })),
  created_at: z.string(),
  /** Payments that didn't pay it and go back to the shopper. */
  refunds: z.array(Refund).default([]),
})
export type Order = z.infer<typeof Order>

export const OrderItem = z.object({
  id: z.guid(),
  product_id: z.guid().nullable(),
  product_name: z.string(),
  product_image: z.string().nullable(),
  quantity: z.number(),
  price: z.number(),
  price_at_purchase: z.number(),
  selected_color: z.string().nullable(),
  selected_size: z.string().nullable(),
  subtotal: z.number(),
  products: z
    .object({
      slug: z.string(),
      description: z.string(),
      product_media: z
        .array(z.object({ url: z.string(), colors: z.object({ name: z.string() }).nullable() }))
        .optional(),
    })
    .nullish(),
})
export type OrderItem = z.infer<typeof OrderItem>
