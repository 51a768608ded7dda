import { z } from 'zod'
import { eachColumn } from '~/address/address-parts'
import { translated, translationOf, translations } from '~/language/translated'
import { formatPhone } from '~/phone/phone'
import { storedAmount } from '~/platform/supabase/stored-money'
import { sumsSchema } from '~/sums/sums.schema'
import { STATUSES } from './order'
import { REFUND_REASONS } from './refund'

const addressSchema = z.object({
  ...eachColumn(() => z.string().nullish()),
  country: z.string().nullish(),
  /** Formatted for display; `contact_phone` holds the number to dial. */
  phone: z
    .string()
    .nullish()
    .transform((stored) => (stored ? formatPhone(stored) : null)),
})

const refundSchema = z.object({
  id: z.guid(),
  amount: storedAmount,
  reason: z.enum(REFUND_REASONS),
  /** Why a part is refunded. */
  note: z.string().nullish(),
  refunded_at: z.string().nullable(),
})

const toldSchema = z.object({
  items: z.array(
    z.object({ name: z.string(), size: z.string().nullable(), color: z.string().nullable(), quantity: z.number() }),
  ),
  address: addressSchema,
  discount_reason: z.string().nullable(),
  ...sumsSchema.shape,
})
/** What the shopper is told of an order that is changed. */
export type Told = z.infer<typeof toldSchema>

const orderChangeSchema = z.object({
  at: z.string(),
  by: z.enum(['shop', 'shopper']).default('shop'),
  /** The ID of the mail that says it. */
  mail: z.string().nullable(),
  before: toldSchema,
  after: toldSchema,
})
export type OrderChange = z.infer<typeof orderChangeSchema>

/** An order as stored in the database; amounts in paisa. */
export const orderSchema = z.object({
  id: z.guid(),
  version: z.number(),
  order_id: z.string(),
  user_id: z.guid().nullable(),
  link_number: z.number().default(0),
  status: z.enum(STATUSES),
  payment_status: z.boolean(),
  payment_method: z.enum(['payfast', 'cod']),
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  shipping_address: addressSchema,
  billing_address: addressSchema,
  shipping_method: z.string(),
  ...sumsSchema.shape,
  promo_code: z.string().nullable(),
  /** Why the shop took something off by hand. */
  discount_reason: z.string().nullable(),
  /** What a paid order costs more since it was changed. */
  due_amount: storedAmount,
  /** What the shop and the shopper changed, the latest last. */
  changes: z.array(orderChangeSchema),
  failure_reason: z.string().nullable(),
  tracking_number: z.string().nullable(),
  /** The shopper's note to the rider. */
  notes: z.string().nullable(),
  /** The expected days of arrival, as yyyy-mm-dd; null for orders placed before the shop stored them. */
  arrives_from: z.string().nullable(),
  arrives_until: z.string().nullable(),
  /** Until when the shop keeps the items of an order that is unpaid or, if it is paid in cash, unconfirmed. */
  hold_until: z.string().nullable(),
  history: z.array(z.object({ status: z.enum(STATUSES), timestamp: z.string(), note: z.string().nullish() })),
  created_at: z.string(),
  /** Payments for this order that are refunded. */
  refunds: z.array(refundSchema).default([]),
  /** Mails about this order, each with the time until which it waits because its recipient has had too many (decision 155). */
  order_mails: z.array(z.object({ held_until: z.string().nullable() })).default([]),
})
export type Order = z.infer<typeof orderSchema>

/** An item of an order as stored in the database; amounts in paisa. */
export const storedItemSchema = z.object({
  id: z.guid(),
  product_id: z.guid().nullable(),
  product_name: z.string(),
  product_image: z.string().nullable(),
  quantity: z.number(),
  price: storedAmount,
  price_at_purchase: storedAmount,
  /** What a piece costs less in a set. */
  set_off: storedAmount.default(0),
  selected_color: z.string().nullable(),
  selected_size: z.string().nullable(),
  subtotal: storedAmount,
  translations,
  products: translated(
    z
      .object({
        slug: z.string(),
        description: z.string(),
        translations,
        product_media: z
          .array(
            z.object({ url: z.string(), is_banner: z.boolean(), colors: z.object({ name: z.string() }).nullable() }),
          )
          .optional(),
      })
      .nullish(),
  ),
})

/** An item of an order. The order has its name as it was sold; a page in another language shows the product's. */
export const orderItemSchema = storedItemSchema.transform((item) => ({
  ...item,
  /** For operators. */
  sold_as: item.product_name,
  product_name: translationOf(item, 'name') ?? translationOf(item.products, 'name') ?? item.product_name,
}))
export type OrderItem = z.infer<typeof orderItemSchema>
