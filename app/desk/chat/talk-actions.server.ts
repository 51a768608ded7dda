import { redirectTo, type RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Operator } from '../access/operator.server'
import { sendAnswer } from './answer.server'
import { assignSchema, closeSchema } from './talk.schema'
import { assign, close } from './talks.server'

type Work = (context: RequestContext, operator: Operator, id: string) => ReturnType<typeof answer>

const INTENTS: Record<string, Work> = { reply: answer, assign: handOver, close: end }

/** Does what a form of a conversation's page asks for. */
export function changeTalk(context: RequestContext, operator: Operator, id: string) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  return work ? work(context, operator, id) : redirectTo(`/desk/chat/${id}`)
}

async function answer(context: RequestContext, operator: Operator, id: string) {
  const sent = await sendAnswer(context, operator, id)
  if (sent.ok) return context.flashes.success(`/desk/chat/${id}`, 'The answer is sent.')
  const { form, problem, status } = sent.refusal
  return problem === null ? invalid(form) : refused(form, problem, status)
}

async function handOver(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, assignSchema)
  if (!form.ok) return invalid(form)
  const { version, assignee = null } = form.value
  const result = await assign(operator, { id, version }, assignee)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(`/desk/chat/${id}`, 'The conversation is handed over.')
}

async function end(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, closeSchema)
  if (!form.ok) return invalid(form)
  const result = await close(operator, { id, version: form.value.version })
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success('/desk/chat', 'The conversation is closed.')
}
