import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Operator } from '../access/operator.server'
import { promoSchema, promoVersionSchema } from './promo.schema'
import { endPromo, removePromo, savePromo } from './promos.server'

const INTENTS = { save, end, remove }

/** Does what a form of a promo code's page asks for. */
export function changePromo(context: RequestContext, operator: Operator, id: string) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  return work ? work(context, operator, id) : context.flashes.error(pageOf(id), 'Nothing was changed.')
}

async function save(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, promoSchema)
  if (!form.ok) return invalid(form)
  const result = await savePromo(operator, id, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(pageOf(id), 'The promo code is saved.')
}

async function end(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, promoVersionSchema)
  if (!form.ok) return context.flashes.error(pageOf(id), 'Nothing was changed.')
  const result = await endPromo(operator, id, form.value.version)
  if (!result.ok) return context.flashes.error(pageOf(id), result.refusal)
  return context.flashes.success(pageOf(id), 'The promo code has ended. Carts don’t take it any more.')
}

async function remove(context: RequestContext, operator: Operator, id: string) {
  const form = await parseForm(context.form, promoVersionSchema)
  if (!form.ok) return context.flashes.error(pageOf(id), 'Nothing was changed.')
  const result = await removePromo(operator, id, form.value.version)
  if (!result.ok) return context.flashes.error(pageOf(id), result.refusal)
  return context.flashes.success('/desk/promo-codes', 'The promo code is removed.')
}

const pageOf = (id: string) => `/desk/promo-codes/${id}`
