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
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import { readAttachment, returnUpload, storeAttachment, takeUpload } from '~/platform/supabase/uploads.server'
import { orderNotFound, orderTitle, TEXTS, TITLES, type ChatAnswer, type ChatRefusal, type Message } from './chat'
import type { Metadata } from './chat-rows'
import { AskForm, OrderForm, ReadForm, SendForm } from './chat.schema'
import { addMessage, addReply, createConversation, findConversation, handOver, markRead } from './conversations.server'
import { CHAT_MESSAGES } from './limits.server'
import { findAnswer, listQuestions } from './questions.server'

/** Why a form of the chat was refused, with the status of the response. */
export interface Refused extends ChatRefusal {
  status: 400 | 404 | 409 | 429 | 503
}

type ChatResult<Value = ChatAnswer> = Result<Value, Refused>

/** The value is null when there was nothing to do. */
type Act = (context: RequestContext, shopper: Shopper, form: FormData) => Promise<ChatResult<ChatAnswer | null>>

function refuseChat(problem: string, status: Refused['status']) {
  return refuse<Refused>({ problem, status })
}

/** Refuses with the first thing that is wrong with a form. */
function wrong(form: ParsedForm<unknown>) {
  return refuseChat(Object.values(form.reply.error ?? {}).flat()[0] ?? TEXTS.sendFailed, 400)
}

async function takeTurn({ limits }: RequestContext, shopper: Shopper, hasFile = false): Promise<ChatResult<null>> {
  const wait =
    (await limits.take(CHAT_MESSAGES, keyOf.shopper(shopper))) ?? (hasFile ? await takeUpload(limits, shopper) : null)
  return wait === null ? succeed(null) : refuseChat(limitMessage(wait), 429)
}

/** An id that follows from another: the same each time, so that what is done again is done once. */
function derivedId(what: string, tempId: string): string {
  const hex = createHash('sha256').update(`${what} ${tempId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

async function done(shopper: Shopper, id: string, messages: Message[]): Promise<ChatResult> {
  const conversation = await findConversation(shopper, id)
  return conversation ? succeed({ conversation, messages }) : refuseChat(TEXTS.loadFailed, 404)
}

/** Opens a conversation. */
async function start(
  context: RequestContext,
  shopper: Shopper,
  opening: Parameters<typeof createConversation>[1],
): Promise<ChatResult<null>> {
  const started = await attempt(context, 'chat not started', () => createConversation(shopper, opening))
  if (!started) return refuseChat(TEXTS.startFailed, 503)
  return started.ok ? started : refuseChat(TEXTS.tooManyChats, 409)
}

/** Writes the shop's own reply to a message that was sent as `tempId`: what the conversation has then got. */
async function reply(
  context: RequestContext,
  shopper: Shopper,
  id: string,
  { message, tempId, ...words }: { message: Message; tempId: string; text: string; metadata?: Metadata },
): Promise<ChatResult> {
  const added = await addReply(context, id, { tempId: derivedId('reply to', tempId), ...words })
  return done(shopper, id, [message, added])
}

/** A message in the shopper's own words, with a file or without; an option's label is one too. */
const send: Act = async (context, shopper, fields) => {
  const form = await parseForm(fields, SendForm)
  if (!form.ok) return wrong(form)
  const { text, attachment } = form.value
  if (!text && !attachment) return succeed(null)
  const turn = await takeTurn(context, shopper, attachment !== undefined)
  if (!turn.ok) return turn
  const sent = await attempt(context, 'message not sent', () => sendMessage(context, shopper, form.value))
  return sent ?? refuseChat(TEXTS.sendFailed, 503)
}

async function sendMessage(
  context: RequestContext,
  shopper: Shopper,
  { conversation, newConversation, text, attachment, tempId, mode }: z.output<typeof SendForm>,
): Promise<ChatResult> {
  const id = conversation ?? newConversation
  const file = attachment ? await readAttachment(attachment) : null
  if (file && !file.ok) {
    await returnUpload(context.limits, shopper)
    return refuseChat(file.refusal.message, 400)
  }
  const kind = mode === 'predefined' ? 'predefined' : 'general'
  const started = conversation ? succeed(null) : await start(context, shopper, { id, title: TITLES[kind], mode: kind })
  if (!started.ok) return started
  const path = file && (await storeAttachment(shopper.db, id, tempId, file.value))
  const sent = { text, ...(file && path ? { attachment: { path, type: file.value.type } } : {}) }
  const first = await addMessage(shopper, id, { tempId, ...sent })
  // Its answer had been lost, and other words were sent in its place since: they are a message of their own.
  const isOther = first.ok && first.value.text !== text
  const message = isOther ? await addMessage(shopper, id, { tempId: derivedId(text, tempId), ...sent }) : first
  if (!message.ok) return refuseChat(TEXTS.loadFailed, 404)
  const answer = await done(shopper, id, [message.value])
  if (!answer.ok || answer.value.conversation.mode !== 'predefined') return answer
  // Free text in quick-answer mode hands the conversation over to an agent.
  await handOver(shopper, id)
  return reply(context, shopper, id, { message: message.value, tempId, text: TEXTS.handedOver })
}

const OFFER: Metadata = { isOption: true, options: [{ label: TEXTS.talkToAgent }] }

/** A question of the list, and its answer. */
const ask: Act = async (context, shopper, fields) => {
  const form = await parseForm(fields, AskForm)
  if (!form.ok) return wrong(form)
  const turn = await takeTurn(context, shopper)
  if (!turn.ok) return turn
  const asked = await attempt(context, 'question not answered', () => askQuestion(context, shopper, form.value))
  return asked ?? refuseChat(TEXTS.answerFailed, 503)
}

async function askQuestion(
  context: RequestContext,
  shopper: Shopper,
  { conversation, newConversation, question: questionId, tempId }: z.output<typeof AskForm>,
): Promise<ChatResult> {
  const id = conversation ?? newConversation
  const question = (await listQuestions(shopper)).find((one) => one.id === questionId)
  if (!question) return refuseChat(TEXTS.answerFailed, 404)
  const opening = { id, title: TITLES.predefined, mode: 'predefined' } as const
  const started = conversation ? succeed(null) : await start(context, shopper, opening)
  if (!started.ok) return started
  const message = await addMessage(shopper, id, { tempId, text: question.text, isFromPredefined: true })
  if (!message.ok) return refuseChat(TEXTS.loadFailed, 404)
  const found = await attempt(context, 'answer not read', async () => ({
    answer: await findAnswer(shopper, questionId),
  }))
  return reply(context, shopper, id, {
    message: message.value,
    tempId,
    text: found ? fillTerms(found.answer ?? TEXTS.noAnswer, await readDeliveryTerms(context)) : TEXTS.answerFailed,
    ...(found?.answer ? {} : { metadata: OFFER }),
  })
}

function details(order: Order, items: OrderItem[]): Metadata {
  return {
    isOrderDetails: true,
    orderData: { order_id: order.order_id, status: order.status, total_amount: order.total_amount },
    orderItems: items.map(({ product_name, product_image, quantity, price, price_at_purchase, ...item }) => ({
      product_name,
      product_image,
      quantity,
      price,
      price_at_purchase,
      selected_size: item.selected_size,
      selected_color: item.selected_color,
    })),
  }
}

/** A conversation about an order of the shopper's own, which begins with its details. */
const order: Act = async (context, shopper, fields) => {
  const form = await parseForm(fields, OrderForm)
  if (!form.ok) return wrong(form)
  const turn = await takeTurn(context, shopper)
  if (!turn.ok) return turn
  const found = await attempt(context, 'order not looked up', () => discussOrder(context, shopper, form.value))
  return found ?? refuse<Refused>({ problem: TEXTS.orderFailed, isReply: true, status: 503 })
}

async function discussOrder(
  context: RequestContext,
  shopper: Shopper,
  { orderNumber, tempId, newConversation: id }: z.output<typeof OrderForm>,
): Promise<ChatResult> {
  const orderId = normalizeOrderId(orderNumber)
  const found = orderId ? await findOrder(shopper, orderId) : null
  if (!found) return refuse<Refused>({ problem: orderNotFound(orderNumber), isReply: true, status: 404 })
  const items = await listItems(shopper, found)
  const opening = { id, title: orderTitle(found.order_id), mode: 'order', orderId: found.id } as const
  const started = await start(context, shopper, opening)
  if (!started.ok) return started
  const message = await addMessage(shopper, id, { tempId, text: orderNumber })
  if (!message.ok) return refuseChat(TEXTS.loadFailed, 404)
  const metadata = details(found, items)
  return reply(context, shopper, id, { message: message.value, tempId, text: TEXTS.orderFound, metadata })
}

/** Notes how far a conversation has been read, while it is open in a browser. */
const read: Act = async (context, shopper, fields) => {
  const form = await parseForm(fields, ReadForm)
  if (!form.ok) return wrong(form)
  const marked = await attempt(context, 'conversation not marked as read', () =>
    markRead(shopper, form.value.conversation, form.value.position),
  )
  return marked === null ? refuseChat(TEXTS.loadFailed, 503) : succeed(null)
}

const acts = { send, ask, order, read }

/** Does what a form of the chat asks for by its `intent`; nothing for one that it doesn't know. */
export async function act(
  context: RequestContext,
  shopper: Shopper,
  form: FormData,
): Promise<ChatResult<ChatAnswer | null>> {
  const asked = dispatch(form.get('intent'), acts)
  return asked ? asked(context, shopper, form) : succeed(null)
}
