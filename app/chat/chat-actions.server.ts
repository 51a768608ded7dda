import { createHash } from 'node:crypto'
import { normalizeOrderId } from '~/orders/order'
import { findOrder, listItems, type Order, type OrderItem } from '~/orders/orders.server'
import type { RequestContext } from '~/platform/context.server'
import { parseForm, type ParsedForm } from '~/platform/http/forms.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { describeError } from '~/platform/log.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { readAttachment, storeAttachment, UploadRefused, UPLOADS } from '~/platform/supabase/uploads.server'
import { orderNotFound, orderTitle, TEXTS, TITLES, type ChatAnswer, type ChatRefusal, type Message } from './chat'
import type { Metadata } from './chat-rows'
import { AskForm, OrderForm, ReadForm, SendForm } from './chat.schema'
import { addMessage, addReply, createConversation, findConversation, handOver, markRead } from './conversations.server'
import { CHAT_MESSAGES } from './limits.server'
import { findAnswer, listQuestions } from './questions.server'

/** What was asked for and not done, with the status it goes back with. */
export interface Refused extends ChatRefusal {
  status: number
}

/** Done, refused, or nothing to do. */
export type Outcome = ChatAnswer | Refused | null

type Act = (context: RequestContext, shopper: Shopper, form: FormData) => Promise<Outcome>

/** Says in the log what went wrong, and to the shopper what they need to know. */
function failed({ log, requestId }: RequestContext, event: string, error: unknown, problem: string): Refused {
  log.error({ event, requestId, ...describeError(error) })
  return { problem, status: 503 }
}

/** The first thing that is wrong with a form. */
function wrong(form: ParsedForm<unknown>): Refused {
  return { problem: Object.values(form.reply.error ?? {}).flat()[0] ?? TEXTS.sendFailed, status: 400 }
}

async function tooMany({ limits }: RequestContext, shopper: Shopper, hasFile = false): Promise<Refused | null> {
  const wait =
    (await limits.take(CHAT_MESSAGES, keyOf.shopper(shopper))) ??
    (hasFile ? await limits.take(UPLOADS, keyOf.shopper(shopper)) : null)
  return wait === null ? null : { problem: limitMessage(wait), status: 429 }
}

/** An id that follows from another: the same each time, so that what is done again is done once. */
function derivedId(what: string, tempId: string): string {
  const hex = createHash('sha256').update(`${what} ${tempId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

async function done(shopper: Shopper, id: string, messages: Message[]): Promise<ChatAnswer | Refused> {
  const conversation = await findConversation(shopper, id)
  return conversation ? { conversation, messages } : { problem: TEXTS.loadFailed, status: 404 }
}

/** Opens a conversation; what there is to say where that failed. */
async function start(
  context: RequestContext,
  shopper: Shopper,
  opening: Parameters<typeof createConversation>[1],
): Promise<Refused | null> {
  try {
    return (await createConversation(shopper, opening)) ? null : { problem: TEXTS.tooManyChats, status: 409 }
  } catch (error) {
    return failed(context, 'chat not started', error, TEXTS.startFailed)
  }
}

/** Writes the shop's own reply to a message that was sent as `tempId`: what the conversation has then got. */
async function reply(
  context: RequestContext,
  shopper: Shopper,
  id: string,
  { message, tempId, ...words }: { message: Message; tempId: string; text: string; metadata?: Metadata },
): Promise<ChatAnswer | Refused> {
  const added = await addReply(context, id, { tempId: derivedId('reply to', tempId), ...words })
  return done(shopper, id, [message, added])
}

/** A message in the shopper's own words, with a file or without; an option's label is one too. */
const send: Act = async (context, shopper, fields) => {
  const form = await parseForm(fields, SendForm)
  if (!form.ok) return wrong(form)
  const { text, attachment, tempId, mode, newConversation } = form.value
  if (!text && !attachment) return null
  const limited = await tooMany(context, shopper, attachment !== undefined)
  if (limited) return limited
  const id = form.value.conversation ?? newConversation
  try {
    const file = attachment && (await readAttachment(attachment))
    const kind = mode === 'predefined' ? 'predefined' : 'general'
    const notStarted = form.value.conversation
      ? null
      : await start(context, shopper, { id, title: TITLES[kind], mode: kind })
    if (notStarted) return notStarted
    const path = file && (await storeAttachment(shopper.db, id, tempId, file))
    const sent = { text, ...(file && path ? { attachment: { path, type: file.type } } : {}) }
    const first = await addMessage(shopper, id, { tempId, ...sent })
    // Its answer had been lost, and other words were sent in its place since: they are a message of their own.
    const message =
      first && first.text !== text ? await addMessage(shopper, id, { tempId: derivedId(text, tempId), ...sent }) : first
    if (!message) return { problem: TEXTS.loadFailed, status: 404 }
    const answer = await done(shopper, id, [message])
    if ('problem' in answer || answer.conversation.mode !== 'predefined') return answer
    // Who writes in their own words among the quick answers wants to be read by somebody.
    await handOver(shopper, id)
    return await reply(context, shopper, id, { message, tempId, text: TEXTS.handedOver })
  } catch (error) {
    if (error instanceof UploadRefused) return { problem: error.message, status: 400 }
    return failed(context, 'message not sent', error, TEXTS.sendFailed)
  }
}

const OFFER: Metadata = { isOption: true, options: [{ label: TEXTS.talkToAgent }] }

/** A question of the list, and its answer. */
const ask: Act = async (context, shopper, fields) => {
  const form = await parseForm(fields, AskForm)
  if (!form.ok) return wrong(form)
  const limited = await tooMany(context, shopper)
  if (limited) return limited
  const { question: questionId, tempId, newConversation } = form.value
  const id = form.value.conversation ?? newConversation
  try {
    const question = (await listQuestions(shopper)).find((one) => one.id === questionId)
    if (!question) return { problem: TEXTS.answerFailed, status: 404 }
    const opening = { id, title: TITLES.predefined, mode: 'predefined' } as const
    const notStarted = form.value.conversation ? null : await start(context, shopper, opening)
    if (notStarted) return notStarted
    const message = await addMessage(shopper, id, { tempId, text: question.text, isFromPredefined: true })
    if (!message) return { problem: TEXTS.loadFailed, status: 404 }
    const answer = await findAnswer(shopper, questionId).catch((error: unknown) => {
      failed(context, 'answer not read', error, TEXTS.answerFailed)
      return undefined
    })
    return await reply(context, shopper, id, {
      message,
      tempId,
      text: answer ?? (answer === null ? TEXTS.noAnswer : TEXTS.answerFailed),
      ...(answer ? {} : { metadata: OFFER }),
    })
  } catch (error) {
    return failed(context, 'question not answered', error, TEXTS.answerFailed)
  }
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
const findTheOrder: Act = async (context, shopper, fields) => {
  const form = await parseForm(fields, OrderForm)
  if (!form.ok) return wrong(form)
  const limited = await tooMany(context, shopper)
  if (limited) return limited
  const { orderNumber, tempId, newConversation: id } = form.value
  try {
    const orderId = normalizeOrderId(orderNumber)
    const order = orderId ? await findOrder(shopper, orderId) : null
    if (!order) return { problem: orderNotFound(orderNumber), isReply: true, status: 404 }
    const items = await listItems(shopper, order)
    const opening = { id, title: orderTitle(order.order_id), mode: 'order', orderId: order.id } as const
    const notStarted = await start(context, shopper, opening)
    if (notStarted) return notStarted
    const message = await addMessage(shopper, id, { tempId, text: orderNumber })
    if (!message) return { problem: TEXTS.loadFailed, status: 404 }
    const metadata = details(order, items)
    return await reply(context, shopper, id, { message, tempId, text: TEXTS.orderFound, metadata })
  } catch (error) {
    return { ...failed(context, 'order not looked up', error, TEXTS.orderFailed), isReply: true }
  }
}

/** Notes how far a conversation has been read, while it is open in a browser. */
const read: Act = async (context, shopper, fields) => {
  const form = await parseForm(fields, ReadForm)
  if (!form.ok) return wrong(form)
  try {
    await markRead(shopper, form.value.conversation, form.value.position)
    return null
  } catch (error) {
    return failed(context, 'conversation not marked as read', error, TEXTS.loadFailed)
  }
}

const acts: Record<string, Act> = { send, ask, order: findTheOrder, read }

/** Does what a form of the chat asks for by its `intent`; nothing for one that it doesn't know. */
export async function act(context: RequestContext, shopper: Shopper, form: FormData): Promise<Outcome> {
  return (await acts[String(form.get('intent'))]?.(context, shopper, form)) ?? null
}
