import { data } from '@remix-run/node'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { fillTerms } from '~/delivery/terms'
import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Operator } from '../access/operator.server'
import type { TextKind } from './text-kinds'
import { removalSchema } from './new-text.schema'
import { textSchema } from './text.schema'
import { allowed, isNeeded, readText, removeText, saveText } from './texts.server'

/** A text as its address names it. */
interface TextAddress {
  kind: TextKind
  id: string
}

const INTENTS = { save, preview, remove }

/** Does what the form of a text asks for. */
export async function changeText(context: RequestContext, operator: Operator, text: TextAddress) {
  const work = dispatch(context.form.get('intent'), INTENTS)
  if (!work) return context.flashes.error(pageOf(text), 'Nothing was changed.')
  return work(context, operator, text)
}

async function save(context: RequestContext, operator: Operator, text: TextAddress) {
  const form = await parseForm(context.form, textSchema)
  if (!form.ok) return invalid(form)
  const content = allowed(text.kind, form.value.content)
  const result = await saveText(operator, text, { ...form.value, content })
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(pageOf(text), 'The text is saved.')
}

/** Shows what would be saved, with the shop's figures in place of placeholders. Saves nothing. */
async function preview(context: RequestContext, _operator: Operator, { kind }: TextAddress) {
  const form = await parseForm(context.form, textSchema)
  if (!form.ok) return invalid(form)
  const html = fillTerms(allowed(kind, form.value.content), await readDeliveryTerms(context))
  return data({ form: form.reply, preview: html })
}

/** Removes the text; the record of changes keeps all of it. */
async function remove(context: RequestContext, operator: Operator, text: TextAddress) {
  const form = await parseForm(context.form, removalSchema)
  if (!form.ok) return context.flashes.error(pageOf(text), 'Nothing was changed.')
  const found = await readText(operator, text.kind, text.id)
  if (found && isNeeded(found)) return context.flashes.error(pageOf(text), 'The shop needs this text.')
  const result = await removeText(operator, text, form.value.version)
  if (!result.ok) return context.flashes.error(pageOf(text), result.refusal)
  return context.flashes.success('/desk/texts', 'The text is removed.')
}

function pageOf({ kind, id }: TextAddress): string {
  return `/desk/texts/${kind}/${id}`
}
