import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import type { QuickAnswers } from './quick-answers.server'
import { replySchema } from './talk.schema'

interface ReplyFormProps {
  /** The conversation's ID. */
  id: string
  version: number
  /** The ID of the next message. */
  tempId: string
  quick: QuickAnswers
  reply: SubmissionResult | undefined
}

/** The answer to the shopper. A quick answer is a link that fills it in. */
export function ReplyForm({ id, version, tempId, quick, reply }: ReplyFormProps) {
  const form = useShopForm('reply', replySchema, reply?.initialValue?.intent === 'reply' ? reply : undefined)
  const attachment = form.field('attachment')
  return (
    <section className="panel stack" aria-labelledby="answer">
      <h2 id="answer">Answer</h2>
      {quick.questions.length > 0 ? (
        <details>
          <summary>Quick answers</summary>
          <ul className="stack">
            {quick.questions.map((question) => (
              <li key={question.id}>
                <a className="link" href={`/desk/chat/${id}?answer=${question.id}#answer`}>
                  <bdi>{question.text}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <form className="stack" encType="multipart/form-data" {...form.props}>
        <ErrorSummary form={form} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="tempId" value={tempId} />
        <TextArea field={form.field('text')} label="Message" defaultValue={quick.answer} />
        <TextArea field={form.field('options')} label="Options to offer, one a line (optional)" rows={2} />
        <Field
          field={{ ...attachment, typed: undefined, constraint: {} }}
          label="Picture or PDF (optional)"
          hint="At most 5 MB."
          type="file"
          accept="image/jpeg,image/png,image/webp,application/pdf"
        />
        <button className="button" name="intent" value="reply">
          Send
        </button>
      </form>
    </section>
  )
}
