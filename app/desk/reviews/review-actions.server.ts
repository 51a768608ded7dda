import { redirectTo, type RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Operator } from '../access/operator.server'
import { hideReview } from './desk-reviews.server'
import { hideSchema, showSchema } from './hide.schema'

type Work = (context: RequestContext, operator: Operator, page: string) => ReturnType<typeof hide>

const INTENTS: Record<string, Work> = { hide, show }

/** Does what a form of the list of reviews asks for, and returns to `page`. */
export function changeReview(context: RequestContext, operator: Operator, page: string) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  return work ? work(context, operator, page) : redirectTo(page)
}

async function hide(context: RequestContext, operator: Operator, page: string) {
  const form = await parseForm(context.form, hideSchema)
  if (!form.ok) return invalid(form)
  const result = await hideReview(operator, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(page, 'The review is hidden.')
}

async function show(context: RequestContext, operator: Operator, page: string) {
  const form = await parseForm(context.form, showSchema)
  if (!form.ok) return invalid(form)
  const result = await hideReview(operator, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(page, 'The review is shown again.')
}
