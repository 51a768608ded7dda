import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Operator } from '../access/operator.server'
import { newPageSchema, newQuestionSchema } from './new-text.schema'
import { createPage, createQuestion } from './texts.server'

const INTENTS = { page, question }

/** Makes the text that a form of the list asks for, and redirects to its page. */
export async function makeText(context: RequestContext, operator: Operator) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  if (!work) return context.flashes.error('/desk/texts', 'Nothing was changed.')
  return work(context, operator)
}

async function page(context: RequestContext, operator: Operator) {
  const form = await parseForm(context.form, newPageSchema)
  if (!form.ok) return invalid(form)
  const made = await createPage(operator, form.value)
  if (!made.ok) return refused(form, made.refusal, 409)
  return context.flashes.success(`/desk/texts/page/${made.value}`, 'This is the new page. It isn’t shown yet.')
}

async function question(context: RequestContext, operator: Operator) {
  const form = await parseForm(context.form, newQuestionSchema)
  if (!form.ok) return invalid(form)
  const made = await createQuestion(operator, form.value)
  if (!made.ok) return refused(form, made.refusal, 409)
  return context.flashes.success(`/desk/texts/question/${made.value}`, 'This is the new question. It isn’t shown yet.')
}
