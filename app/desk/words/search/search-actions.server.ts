import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Operator } from '../../access/operator.server'
import { saveSynonyms } from './search-words.server'
import { synonymSchema, wordRemovalSchema } from './synonym.schema'

const INTENTS = { save, remove }

/** Does what a form of the search's words asks for. */
export async function changeWords(context: RequestContext, operator: Operator) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  if (!work) return context.flashes.error('/desk/search', 'Nothing was changed.')
  return work(context, operator)
}

async function save(context: RequestContext, operator: Operator) {
  const form = await parseForm(context.form, synonymSchema)
  if (!form.ok) return invalid(form)
  const result = await saveSynonyms(operator, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  const { word } = form.value
  const tried = new URLSearchParams({ try: word })
  return context.flashes.success(`/desk/search?${tried}`, `‘${word}’ is saved. This is what it finds now.`)
}

async function remove(context: RequestContext, operator: Operator) {
  const form = await parseForm(context.form, wordRemovalSchema)
  if (!form.ok) return invalid(form)
  const result = await saveSynonyms(operator, { ...form.value, meanings: [] })
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success('/desk/search', `‘${form.value.word}’ is removed.`)
}
