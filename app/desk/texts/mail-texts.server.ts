import type { Result } from '~/platform/result'
import { change, type Desk } from '../database.server'
import type { MailTextForm } from './mail-text.schema'

/** Saves the words of a mail. Refuses in words for the operator. */
export function saveMailText(
  { db }: Desk,
  id: string,
  { version, subject, heading, body, button, closing }: MailTextForm,
): Promise<Result<null, string>> {
  return change(db, 'desk_save_text', {
    p_kind: 'mail',
    p_id: id,
    p_version: version,
    p_title: subject,
    p_description: heading,
    p_content: body,
    p_button: button,
    p_closing: closing,
  })
}
