import { data } from '@remix-run/node'
import { refused, type ParsedForm } from '~/platform/http/forms.server'
import { listChanges } from '../audit/audit.server'
import type { Desk } from '../desk.server'

type SentForm = Extract<ParsedForm<{ seen: number }>, { ok: true }>

/**
 * Returns the response for a change that was refused: 409 with the submitted values, and what was saved at the desk since the form was
 * made. `kind` and `subject` are what the form is about, as the record of changes names it.
 */
export async function notSaved(desk: Desk, form: SentForm, refusal: string, kind: 'order' | 'refund', subject: string) {
  const changes = await listChanges(desk, kind, subject)
  const since = changes.filter(({ id }) => id > form.value.seen)
  return data({ ...refused(form, refusal, 409).data, since }, { status: 409 })
}
