import { attempt } from '~/platform/attempt.server'
import { redirectTo, type RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused, withoutFiles } from '~/platform/http/forms.server'
import { readAttachment, removeFiles, storeAttachment } from '~/platform/supabase/uploads.server'
import type { Operator } from '../access/operator.server'
import { assignSchema, closeSchema, replySchema } from './talk.schema'
import { assign, close, reply } from './talks.server'

type Work = (context: RequestContext, operator: Operator, id: string) => ReturnType<typeof answer>

const INTENTS: Record<string, Work> = { reply: answer, assign: handOver, close: end }

/** Does what a form of a conversation's page asks for. */
export function changeTalk(context: RequestContext, operator: Operator, id: string) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  return work ? work(context, operator, id) : redirectTo(`/desk/chat/${id}`)
}

async function answer(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, replySchema)
  if (!form.ok) return invalid(withoutFiles(form))
  const { version, attachment, ...message } = form.value
  const file = attachment ? await readAttachment(attachment) : null
  if (file && !file.ok) return refused(withoutFiles(form), file.refusal.message, 400)
  const path = file && (await storeAttachment(operator.db, id, message.tempId, file.value))
  const attached = file && path ? { attachment: { path, type: file.value.type } } : {}
  const result = await reply(operator, { id, version }, { ...message, ...attached })
  if (!result.ok) {
    if (path) await attempt(context, 'file of a refused answer not removed', () => removeFiles(operator.db, [path]))
    return refused(withoutFiles(form), result.refusal, 409)
  }
  return context.flashes.success(`/desk/chat/${id}`, 'The answer is sent.')
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
