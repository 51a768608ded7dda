import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Operator } from '../../access/operator.server'
import { removalSchema } from '../../texts/new-text.schema'
import { attributeSchema } from './attribute.schema'
import { removeAttribute, saveAttribute } from './attributes.server'

const INTENTS = { save, remove }

/** Does what a form of an attribute's page asks for. */
export async function changeAttribute(context: RequestContext, operator: Operator, code: string) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  if (!work) return context.flashes.error(`/desk/attributes/${code}`, 'Nothing was changed.')
  return work(context, operator, code)
}

async function save(context: RequestContext, operator: Operator, code: string) {
  const form = await parseForm(context.form, attributeSchema)
  if (!form.ok) return invalid(form)
  const result = await saveAttribute(operator, code, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(`/desk/attributes/${code}`, 'The attribute is saved.')
}

async function remove(context: RequestContext, operator: Operator, code: string) {
  const form = await parseForm(context.form, removalSchema)
  if (!form.ok) return context.flashes.error(`/desk/attributes/${code}`, 'Nothing was changed.')
  const result = await removeAttribute(operator, code, form.value.version)
  if (!result.ok) return context.flashes.error(`/desk/attributes/${code}`, result.refusal)
  return context.flashes.success('/desk/attributes', 'The attribute is removed.')
}
