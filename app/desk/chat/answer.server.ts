import { readAttachment, removeAttachment, storeAttachment } from '~/chat/attachments.server'
import { TEXTS } from '~/chat/words/chat-texts'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { parseForm, withoutFiles, type ParsedForm } from '~/platform/http/forms.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Operator } from '../access/operator.server'
import { change } from '../desk.server'
import { replySchema } from './talk.schema'
import type { TalkNews } from './talks.server'

/** The response to a page that has sent an answer in place. */
export interface SentAnswer {
  /** Why it wasn't sent; null if it was. */
  problem: string | null
  /** What is new in the conversation; null if it couldn't be read. */
  news: TalkNews | null
}

/** Why an answer wasn't sent: without a problem, fields of the form are invalid. */
interface AnswerRefusal {
  form: Pick<ParsedForm<unknown>, 'reply'>
  problem: string | null
  status: 400 | 409
}

export async function sendAnswer(
  context: Needs<Reporting | 'form'>,
  operator: Operator,
  id: string,
): Promise<Result<null, AnswerRefusal>> {
  const form = await parseForm(context.form, replySchema)
  if (!form.ok) return refuse({ form: withoutFiles(form), problem: null, status: 400 })
  const { version, attachment, text, tempId, options } = form.value
  const file = attachment ? await readAttachment(attachment) : null
  if (file && !file.ok) return refuse({ form: withoutFiles(form), problem: file.refusal.message, status: 400 })
  const path = file && (await storeAttachment(operator.db, id, tempId, file.value))
  const result = await change(operator.db, 'desk_reply', {
    id,
    version,
    text,
    // It makes retries idempotent.
    temp_id: tempId,
    options: options.length > 0 ? options : undefined,
    attachment_url: path,
    attachment_type: file?.value.type,
  })
  if (result.ok) return succeed(null)
  if (path) await attempt(context, 'file of a refused answer not removed', () => removeAttachment(operator.db, path))
  return refuse({ form: withoutFiles(form), problem: result.refusal, status: 409 })
}

export function wordsOf({ form, problem }: AnswerRefusal): string {
  return problem ?? Object.values(form.reply.error ?? {}).flat()[0] ?? TEXTS.sendFailed
}
