import type { z } from 'zod'
import { normalizeOrderId } from '~/orders/order'
import type { Order, OrderItem } from '~/orders/order-rows'
import { findOrder, listItems } from '~/orders/orders.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { toRupees } from '~/platform/money'
import type { Shopper } from '~/platform/supabase/session.server'
import { orderTitle } from '../chat'
import { orderNotFound, TEXTS } from '../words/chat-texts'
import type { Metadata } from '../chat-rows'
import type { orderSchema } from '../chat.schema'
import { addMessage } from '../conversations.server'
import { refuseChat, sendReply, startConversation, type ChatResult } from './chat-result.server'

/** Starts a conversation about one of the shopper's orders. The shop's reply has the order's details. */
export async function startOrderConversation(
  context: Needs<Reporting | 'backends'>,
  shopper: Shopper,
  { orderNumber, tempId, newConversation: id }: z.output<typeof orderSchema>,
): Promise<ChatResult> {
  const orderId = normalizeOrderId(orderNumber)
  const found = orderId ? await findOrder(shopper, orderId) : null
  if (!found) return refuseChat(orderNotFound(orderNumber), 404, true)
  const items = await listItems(shopper, found)
  const opening = { id, title: orderTitle(found.order_id), mode: 'order', orderId: found.id } as const
  const started = await startConversation(context, shopper, opening)
  if (!started.ok) return started
  const message = await addMessage(shopper, id, { tempId, text: orderNumber })
  if (!message.ok) return refuseChat(TEXTS.loadFailed, 404)
  const metadata = orderMetadata(found, items)
  return sendReply(context, shopper, id, { message: message.value, tempId, text: TEXTS.orderFound, metadata })
}

/** Returns an order as a message stores it, with amounts in rupees. */
function orderMetadata(order: Order, items: OrderItem[]): Metadata {
  const stored = (paisa: number) => Number(toRupees(paisa))
  return {
    isOrderDetails: true,
    orderData: { order_id: order.order_id, status: order.status, total_amount: stored(order.total_amount) },
    orderItems: items.map(({ product_name, product_image, quantity, price, price_at_purchase, ...item }) => ({
      product_name,
      product_image,
      quantity,
      price: stored(price),
      price_at_purchase: stored(price_at_purchase),
      selected_size: item.selected_size,
      selected_color: item.selected_color,
    })),
  }
}
