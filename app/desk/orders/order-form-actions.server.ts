import { redirectTo, type RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm } from '~/platform/http/forms.server'
import type { Operator } from '../access/operator.server'
import { notSaved } from '../not-saved.server'
import { decideReturn } from '../returns/returns.server'
import { returnSchema } from '../returns/return.schema'
import { ACTION_WORDS, ACTIONS_FOR_MANY, ORDER_ACTIONS } from './order-actions'
import { parseMarks } from './order-query'
import { changeSchema } from './order.schema'
import { changeOrder, changeOrders } from './orders.server'

const MANY = Object.fromEntries(ACTIONS_FOR_MANY.map((action) => [action, action] as const))

/** Runs an action on the ticked orders of a list, and redirects to the list with a message about the result. */
export async function changeMany(context: RequestContext, request: Request, operator: Operator) {
  const { pathname, search } = new URL(request.url)
  const list = pathname + search
  const action = dispatch(context.form.get('intent'), MANY)
  const marks = parseMarks(context.form.getAll('order'))
  if (!action || marks.length === 0) return context.flashes.error(list, 'Please tick the orders first.')
  const { changed, refused: left } = await changeOrders(operator, marks, action)
  const done = `${ACTION_WORDS[action].done}: ${changed} of ${marks.length}.`
  if (left.length === 0) return context.flashes.success(list, done)
  // A flash message is a cookie, so only a few are named.
  const named = left.slice(0, 5).map(({ orderId, why }) => `${orderId}: ${why}`)
  return context.flashes.error(list, [done, ...named, left.length > 5 ? 'And others.' : ''].join(' ').trim())
}

type Work = (context: RequestContext, operator: Operator, orderId: string) => ReturnType<typeof change>

const INTENTS: Record<string, Work> = {
  ...Object.fromEntries(ORDER_ACTIONS.map((action) => [action, change] as const)),
  return: decide,
}

/** Does what a form of an order's page asks for. */
export function changeOne(context: RequestContext, operator: Operator, orderId: string) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  return work ? work(context, operator, orderId) : redirectTo(`/desk/orders/${orderId}`)
}

async function change(context: RequestContext, operator: Operator, orderId: string) {
  const form = await parseForm(context.form, changeSchema)
  if (!form.ok) return invalid(form)
  const { intent, version, note, tracking } = form.value
  const result = await changeOrder(operator, { orderId, version }, intent, { note, tracking })
  if (!result.ok) return notSaved(operator, form, result.refusal, { kind: 'order', subject: orderId })
  return context.flashes.success(`/desk/orders/${orderId}`, `${ACTION_WORDS[intent].done}: ${orderId}.`)
}

async function decide(context: RequestContext, operator: Operator, orderId: string) {
  const form = await parseForm(context.form, returnSchema)
  if (!form.ok) return invalid(form)
  const result = await decideReturn(operator, form.value)
  if (!result.ok) return notSaved(operator, form, result.refusal, { kind: 'order', subject: orderId })
  return context.flashes.success(`/desk/orders/${orderId}`, 'The return is decided.')
}
