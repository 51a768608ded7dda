import { data } from '@remix-run/node'
import { composeSample } from '~/mails/words/sample-mail.server'
import type { WordedKind } from '~/mails/words/default-words'
import type { RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused } from '~/platform/http/forms.server'
import type { Operator } from '../access/operator.server'
import { wordedKind } from './mail-text'
import { mailTextSchema } from './mail-text.schema'
import { saveMailText } from './mail-texts.server'
import { readText } from './texts.server'

/** A kind of mail, and the ID of its words. */
interface Mail {
  id: string
  kind: WordedKind
}

const INTENTS = { save, preview }

/** Does what the form of a mail's words asks for. */
export async function changeMailText(context: RequestContext, operator: Operator, id: string) {
  const kind = wordedKind(await readText(operator, 'mail', id))
  if (!kind) throw new Response(null, { status: 404 })
  const work = dispatch(context.form.get('intent'), INTENTS)
  if (!work) return context.flashes.error(`/desk/texts/mail/${id}`, 'Nothing was changed.')
  return work(context, operator, { id, kind })
}

async function save(context: RequestContext, operator: Operator, { id, kind }: Mail) {
  const form = await parseForm(context.form, mailTextSchema(kind))
  if (!form.ok) return invalid(form)
  const result = await saveMailText(operator, id, form.value)
  if (!result.ok) return refused(form, result.refusal, 409)
  return context.flashes.success(
    `/desk/texts/mail/${id}`,
    'The words are saved. Mails that are sent from now on have them.',
  )
}

/** Shows the mail as it would be sent with these words, about an order that doesn't exist. Saves and sends nothing. */
async function preview(context: RequestContext, _operator: Operator, { kind }: Mail) {
  const form = await parseForm(context.form, mailTextSchema(kind))
  if (!form.ok) return invalid(form)
  return data({ form: form.reply, mail: composeSample(context.settings, kind, form.value) })
}
