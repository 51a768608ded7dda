import type { Result } from '~/platform/result'
import type { Operator } from '../access/operator.server'
import { resultOf } from '../result-of.server'
import type { MailTextForm } from './mail-text.schema'

/** Saves the words of a mail. Refuses in words for the operator. */
export async function saveMailText(
  { db }: Pick<Operator, 'db'>,
  id: string,
  { version, subject, heading, body, button, closing }: MailTextForm,
): Promise<Result<null, string>> {
  const { error } = await db.rpc('desk_save_text', {
    p_kind: 'mail',
    p_id: id,
    p_version: version,
    p_title: subject,
    p_description: heading,
    p_content: body,
    p_button: button,
    p_closing: closing,
  })
  return resultOf(error)
}
