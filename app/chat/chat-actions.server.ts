import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { normalizeOrderId } from '~/orders/order'
import type { Order, OrderItem } from '~/orders/order-rows'
import { findOrder, listItems } from '~/orders/orders.server'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { fillTerms } from '~/delivery/terms'
import { attempt } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { dispatch, parseForm, type ParsedForm } from '~/platform/http/forms.server'
import { toRupees } from '~/platform/money'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import { readAttachment, returnUpload, storeAttachment, takeUpload } from '~/platform/supabase/uploads.server'
import { orderNotFound, orderTitle, TEXTS, TITLES, type ChatUpdate, type ChatRefusal, type Message } from './chat'
import type { Metadata } from './chat-rows'
import { askSchema, orderSchema, readSchema, sendSchema } from './chat.schema'
import { addMessage, addReply, createConversation, findConversation, handOver, markRead } from './conversations.server'
import { CHAT_MESSAGES } from './limits.server'
import { findAnswer, listQuestions } from './questions.server'

/** Why a form of the chat was refused, with the status of the response. */
export interface HttpChatRefusal extends ChatRefusal {
  status: 400 | 404 | 409 | 429 | 503
}

type ChatResult<Value = ChatUpdate> = Result<Value, HttpChatRefusal>

/** Resolves to null when there was nothing to do. */
type ChatAction = (context: RequestContext, shopper: Shopper, form: FormData) => Promise<ChatResult<ChatUpdate | null>>

function refuseChat(problem: string, status: HttpChatRefusal['status']) {
  return refuse<HttpChatRefusal>({ problem, status })
}

/** Refuses a form with its first validation error. */
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

/** Derives a UUID from another ID. It is the same each time, which makes retries idempotent. */
function deriveId(purpose: string, tempId: string): string {
  const hex = createHash('sha256').update(`${purpose} ${tempId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** Returns the updated conversation, with the messages that were added to it. */
async function readUpdate(shopper: Shopper, id: string, messages: Message[]): Promise<ChatResult> {
  const conversation = await findConversation(shopper, id)
  return conversation ? succeed({ conversation, messages }) : refuseChat(TEXTS.loadFailed, 404)
}

async function startConversation(
  context: RequestContext,
  shopper: Shopper,
  opening: Parameters<typeof createConversation>[1],
): Promise<ChatResult<null>> {
  const started = await attempt(context, 'chat not started', () => createConversation(shopper, opening))
  if (!started) return refuseChat(TEXTS.startFailed, 503)
  return started.ok ? started : refuseChat(TEXTS.tooManyChats, 409)
}

/** Adds the shop's reply to the message that was sent as `tempId`. Returns the updated conversation. */
async function sendReply(
  context: RequestContext,
  shopper: Shopper,
  id: string,
  { message, tempId, ...content }: { message: Message; tempId: string; text: string; metadata?: Metadata },
): Promise<ChatResult> {
  const added = await addReply(context, id, { tempId: deriveId('reply to', tempId), ...content })
  return readUpdate(shopper, id, [message, added])
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

async function sendMessage(
  context: RequestContext,
  shopper: Shopper,
  { conversation, newConversation, text, attachment, tempId, mode }: z.output<typeof sendSchema>,
): Promise<ChatResult> {
  const id = conversation ?? newConversation
  const file = attachment ? await readAttachment(attachment) : null
  if (file && !file.ok) {
    await returnUpload(context.limits, shopper)
    return refuseChat(file.refusal.message, 400)
  }
  const kind = mode === 'predefined' ? 'predefined' : 'general'
  const started = conversation
    ? succeed(null)
    : await startConversation(context, shopper, { id, title: TITLES[kind], mode: kind })
  if (!started.ok) return started
  const path = file && (await storeAttachment(shopper.db, id, tempId, file.value))
  const sent = { text, ...(file && path ? { attachment: { path, type: file.value.type } } : {}) }
  const first = await addMessage(shopper, id, { tempId, ...sent })
  // The response to the first attempt was lost and the shopper edited the text since: send it as another message.
  const isEdited = first.ok && first.value.text !== text
  const message = isEdited ? await addMessage(shopper, id, { tempId: deriveId(text, tempId), ...sent }) : first
  if (!message.ok) return refuseChat(TEXTS.loadFailed, 404)
  const update = await readUpdate(shopper, id, [message.value])
  if (!update.ok || update.value.conversation.mode !== 'predefined') return update
  // Free text in quick-answer mode hands the conversation over to an agent.
  await handOver(shopper, id)
  return sendReply(context, shopper, id, { message: message.value, tempId, text: TEXTS.handedOver })
}

const AGENT_OPTION: Metadata = { isOption: true, options: [{ label: TEXTS.talkToAgent }] }

/** Adds a common question to the conversation, and its answer. */
const ask: ChatAction = async (context, shopper, fields) => {
  const form = await parseForm(fields, askSchema)
  if (!form.ok) return refuseInvalid(form)
  const allowed = await checkRateLimits(context, shopper)
  if (!allowed.ok) return allowed
  const asked = await attempt(context, 'question not answered', () => askQuestion(context, shopper, form.value))
  return asked ?? refuseChat(TEXTS.answerFailed, 503)
}

async function askQuestion(
  context: RequestContext,
  shopper: Shopper,
  { conversation, newConversation, question: questionId, tempId }: z.output<typeof askSchema>,
): Promise<ChatResult> {
  const id = conversation ?? newConversation
  const question = (await listQuestions(shopper)).find((one) => one.id === questionId)
  if (!question) return refuseChat(TEXTS.answerFailed, 404)
  const opening = { id, title: TITLES.predefined, mode: 'predefined' } as const
  const started = conversation ? succeed(null) : await startConversation(context, shopper, opening)
  if (!started.ok) return started
  const message = await addMessage(shopper, id, { tempId, text: question.text, isFromPredefined: true })
  if (!message.ok) return refuseChat(TEXTS.loadFailed, 404)
  const found = await attempt(context, 'answer not read', async () => ({
    answer: await findAnswer(shopper, questionId),
  }))
  return sendReply(context, shopper, id, {
    message: message.value,
    tempId,
    text: found ? fillTerms(found.answer ?? TEXTS.noAnswer, await readDeliveryTerms(context)) : TEXTS.answerFailed,
    ...(found?.answer ? {} : { metadata: AGENT_OPTION }),
  })
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

/** Starts a conversation about one of the shopper's orders with the order's details. */
const order: ChatAction = async (context, shopper, fields) => {
  const form = await parseForm(fields, orderSchema)
  if (!form.ok) return refuseInvalid(form)
  const allowed = await checkRateLimits(context, shopper)
  if (!allowed.ok) return allowed
  const found = await attempt(context, 'order not looked up', () =>
    startOrderConversation(context, shopper, form.value),
  )
  return found ?? refuse<HttpChatRefusal>({ problem: TEXTS.orderFailed, isReply: true, status: 503 })
}

async function startOrderConversation(
  context: RequestContext,
  shopper: Shopper,
  { orderNumber, tempId, newConversation: id }: z.output<typeof orderSchema>,
): Promise<ChatResult> {
  const orderId = normalizeOrderId(orderNumber)
  const found = orderId ? await findOrder(shopper, orderId) : null
  if (!found) return refuse<HttpChatRefusal>({ problem: orderNotFound(orderNumber), isReply: true, status: 404 })
  const items = await listItems(shopper, found)
  const opening = { id, title: orderTitle(found.order_id), mode: 'order', orderId: found.id } as const
  const started = await startConversation(context, shopper, opening)
  if (!started.ok) return started
  const message = await addMessage(shopper, id, { tempId, text: orderNumber })
  if (!message.ok) return refuseChat(TEXTS.loadFailed, 404)
  const metadata = orderMetadata(found, items)
  return sendReply(context, shopper, id, { message: message.value, tempId, text: TEXTS.orderFound, metadata })
}

/** Marks a conversation that is open in a browser as read up to a position. */
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
