import { attempt } from '~/platform/attempt.server'
import type { RequestContext, Needs, Reporting } from '~/platform/context.server'
import { dispatch, parseForm, type ParsedForm } from '~/platform/http/forms.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { succeed } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import { takeUpload } from '~/platform/supabase/uploads.server'
import { type ChatUpdate, orderTitle } from '../chat'
import { TEXTS, orderNotFound } from '../words/chat-texts'
import { askSchema, orderSchema, readSchema, sendSchema } from '../chat.schema'
import { markRead, addMessage } from '../conversations.server'
import { CHAT_MESSAGES } from '../limits.server'
import { refuseChat, type ChatResult, sendReply, startConversation } from './chat-result.server'
import { askQuestion } from './questions.server'
import { sendMessage } from './send-message.server'
import type { z } from 'zod'
import { normalizeOrderId } from '~/orders/order'
import type { Order, OrderItem } from '~/orders/order-rows'
import { findOrder, listItems } from '~/orders/orders.server'
import { toRupees } from '~/platform/money'
import type { Metadata } from '../chat-rows'

/** Resolves to null when there was nothing to do. */
type ChatAction = (context: RequestContext, shopper: Shopper, form: FormData) => Promise<ChatResult<ChatUpdate | null>>

function refuseInvalid(form: ParsedForm<unknown>) {
  return refuseChat(Object.values(form.reply.error ?? {}).flat()[0] ?? TEXTS.sendFailed, 400)
}

async function checkRateLimits(
  { limits }: RequestContext,
  shopper: Shopper,
  hasFile = false,
): Promise<ChatResult<null>> {
  const wait =
    (await limits.take(CHAT_MESSAGES, keyOf.shopper(shopper))) ?? (hasFile ? await takeUpload(limits, shopper) : null)
  return wait === null ? succeed(null) : refuseChat(limitMessage(wait), 429)
}

/** Sends a message with text, a file or both. Choosing an option sends its label as the text. */
const send: ChatAction = async (context, shopper, fields) => {
  const form = await parseForm(fields, sendSchema)
  if (!form.ok) return refuseInvalid(form)
  const { text, attachment } = form.value
  if (!text && !attachment) return succeed(null)
  const allowed = await checkRateLimits(context, shopper, attachment !== undefined)
  if (!allowed.ok) return allowed
  const sent = await attempt(context, 'message not sent', () => sendMessage(context, shopper, form.value))
  return sent ?? refuseChat(TEXTS.sendFailed, 503)
}

const ask: ChatAction = async (context, shopper, fields) => {
  const form = await parseForm(fields, askSchema)
  if (!form.ok) return refuseInvalid(form)
  const allowed = await checkRateLimits(context, shopper)
  if (!allowed.ok) return allowed
  const asked = await attempt(context, 'question not answered', () => askQuestion(context, shopper, form.value))
  return asked ?? refuseChat(TEXTS.answerFailed, 503)
}

const order: ChatAction = async (context, shopper, fields) => {
  const form = await parseForm(fields, orderSchema)
  if (!form.ok) return refuseInvalid(form)
  const allowed = await checkRateLimits(context, shopper)
  if (!allowed.ok) return allowed
  const found = await attempt(context, 'order not looked up', () =>
    startOrderConversation(context, shopper, form.value),
  )
  return found ?? refuseChat(TEXTS.orderFailed, 503, true)
}

const read: ChatAction = async (context, shopper, fields) => {
  const form = await parseForm(fields, readSchema)
  if (!form.ok) return refuseInvalid(form)
  const marked = await attempt(context, 'conversation not marked as read', () =>
    markRead(shopper, form.value.conversation, form.value.position),
  )
  return marked === null ? refuseChat(TEXTS.loadFailed, 503) : succeed(null)
}

const actions = { send, ask, order, read }

/** Runs the chat action that a form names by its `intent`. An unknown intent does nothing. */
export async function runChatAction(
  context: RequestContext,
  shopper: Shopper,
  form: FormData,
): Promise<ChatResult<ChatUpdate | null>> {
  const action = dispatch(form.get('intent'), actions)
  return action ? action(context, shopper, form) : succeed(null)
}

async function startOrderConversation(
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
