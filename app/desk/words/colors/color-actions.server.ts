import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Operator } from '../../access/operator.server'
import { removalSchema } from '../../texts/new-text.schema'
import { colorSchema } from './color.schema'
import { removeColor, saveColor } from './colors.server'

const INTENTS = { save, remove }

/** Does what a form of a colour's page asks for. */
export async function changeColor(context: RequestContext, operator: Operator, id: string) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  if (!work) return context.flashes.error(`/desk/colors/${id}`, 'Nothing was changed.')
  return work(context, operator, id)
}

async function save(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, colorSchema)
  if (!form.ok) return invalid(form)
  const result = await saveColor(operator, id, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(`/desk/colors/${id}`, 'The colour is saved.')
}

async function remove(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, removalSchema)
  if (!form.ok) return context.flashes.error(`/desk/colors/${id}`, 'Nothing was changed.')
  const result = await removeColor(operator, id, form.value.version)
  if (!result.ok) return context.flashes.error(`/desk/colors/${id}`, result.refusal)
  return context.flashes.success('/desk/colors', 'The colour is removed.')
}
