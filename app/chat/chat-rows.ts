import { z } from 'zod'
import { storedAmount } from '~/platform/supabase/stored-money'
import { CHAT, MODES, senderOf, type Conversation, type Message } from './chat'

export const CONVERSATION_COLUMNS = 'id, title, mode, status, last_message_time, unread_count'
export const MESSAGE_COLUMNS =
  'id, temp_id, position, sender_type, message_text, created_at, attachment_url, attachment_type, metadata'

export const conversationSchema = z
  .object({
    id: z.guid(),
    title: z.string(),
    mode: z.enum(MODES),
    status: z.enum(['open', 'closed']),
    last_message_time: z.string(),
    unread_count: z.number(),
  })
  .transform(({ last_message_time: time, unread_count: unread, ...row }): Conversation => {
    return { ...row, lastMessageAt: Date.parse(time), unread }
  })

const orderDataSchema = z.object({ order_id: z.string(), status: z.string(), total_amount: storedAmount })
const orderItemsSchema = z.array(
  z.object({
    product_name: z.string(),
    product_image: z.string().nullable(),
    quantity: z.number(),
    price: storedAmount,
    price_at_purchase: storedAmount,
    selected_size: z.string().nullable(),
    selected_color: z.string().nullable(),
  }),
)

/** What a message holds besides its text (A43). Operators also write it by hand, so invalid metadata is ignored. */
const metadataSchema = z
  .object({
    isOrderDetails: z.boolean().default(false),
    orderData: orderDataSchema.optional(),
    orderItems: orderItemsSchema.optional(),
    isOption: z.boolean().default(false),
    options: z.array(z.object({ label: z.string().trim().min(1).max(80) })).default([]),
  })
  .catch({ isOrderDetails: false, isOption: false, options: [] })
export type Metadata = z.input<typeof metadataSchema>

export const messageSchema = z
  .object({
    id: z.guid(),
    temp_id: z.guid().nullable(),
    position: z.number(),
    sender_type: z.string(),
    message_text: z.string(),
    created_at: z.string(),
    attachment_url: z.string().nullable(),
    attachment_type: z.string().nullable(),
    metadata: metadataSchema,
  })
  .transform((row): Message => {
    const { isOrderDetails, orderData, orderItems, isOption, options } = row.metadata
    return {
      id: row.id,
      tempId: row.temp_id,
      position: row.position,
      sender: senderOf(row.sender_type),
      text: row.message_text,
      at: Date.parse(row.created_at),
      attachment: row.attachment_url
        ? { url: `${CHAT}/attachments/${row.id}`, isImage: row.attachment_type?.startsWith('image/') ?? false }
        : null,
      order:
        isOrderDetails && orderData
          ? {
              orderId: orderData.order_id,
              status: orderData.status,
              total: orderData.total_amount,
              items: (orderItems ?? []).map((item) => ({
                name: item.product_name,
                image: item.product_image,
                quantity: item.quantity,
                price: item.price,
                priceAtPurchase: item.price_at_purchase,
                size: item.selected_size,
                color: item.selected_color,
              })),
            }
          : null,
      options: isOption ? options.map(({ label }) => label) : [],
    }
  })
