import { redirectTo, type RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Operator } from '../access/operator.server'
import { answeredSchema, reopenedSchema } from './answered.schema'
import { markAnswered } from './contact-messages.server'

type Work = (context: RequestContext, operator: Operator, page: string) => ReturnType<typeof answered>

const INTENTS: Record<string, Work> = { answered, reopen }

/** Does what a form of the list of messages asks for, and returns to `page`. */
export function changeMessage(context: RequestContext, operator: Operator, page: string) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  return work ? work(context, operator, page) : redirectTo(page)
}

async function answered(context: RequestContext, operator: Operator, page: string) {
  const form = await parseForm(context.form, answeredSchema)
  if (!form.ok) return invalid(form)
  const result = await markAnswered(operator, form.value, true)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(page, 'The message is marked as answered.')
}

async function reopen(context: RequestContext, operator: Operator, page: string) {
  const form = await parseForm(context.form, reopenedSchema)
  if (!form.ok) return invalid(form)
  const result = await markAnswered(operator, form.value, false)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(page, 'The message is open again.')
}
