import { useRef } from 'react'
import { ChosenFile, useFileField } from '~/chat/chosen-file'
import { ErrorSummary } from '~/ui/error-summary'
import { FieldError } from '~/ui/field'
import { fieldState } from '~/ui/field-state'
import { Notice } from '~/ui/progress/notice'
import type { Problem, ShopField } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'
import type { OpenTalk } from './live/use-talk'
import type { QuickAnswers } from './quick-answers.server'
import { Panel } from '../panel'

/** The fields of the answer's form, with the errors of one that was posted without JavaScript. */
export interface ReplyFields {
  text: ShopField
  options: ShopField
  attachment: ShopField
  problems: Problem[]
}

/** The answer to the shopper. A quick answer is a link that fills it in. */
export function ReplyForm({ open, quick, fields }: { open: OpenTalk; quick: QuickAnswers; fields: ReplyFields }) {
  const { chat, talk, options } = open.state
  const form = useRef<HTMLFormElement>(null)
  const focusText = () => form.current?.querySelector('textarea')?.focus({ preventScroll: true })
  return (
    <Panel id="answer" title="Answer">
      <QuickAnswerLinks id={talk.id} quick={quick} />
      <form
        ref={form}
        className="stack"
        id="reply"
        method="post"
        action={`/desk/chat/${talk.id}`}
        encType="multipart/form-data"
        noValidate
        aria-busy={open.isSending || undefined}
        onSubmit={(event) => {
          open.submit(event)
          if (event.defaultPrevented) focusText()
        }}
      >
        <ErrorSummary form={fields} />
        {chat.refusal ? <Notice type="error">{chat.refusal.problem}</Notice> : null}
        <input type="hidden" name="intent" value="reply" />
        <input type="hidden" name="version" value={talk.version} />
        <input type="hidden" name="tempId" value={chat.ids.tempId} />
        <TextArea
          field={fields.text}
          label="Message"
          value={chat.text}
          onChange={({ currentTarget }) => open.tell({ type: 'text typed', text: currentTarget.value })}
        />
        <TextArea
          field={fields.options}
          label="Options to offer, one a line (optional)"
          rows={2}
          value={options}
          onChange={({ currentTarget }) => open.tell({ type: 'options typed', options: currentTarget.value })}
        />
        <FileField open={open} field={fields.attachment} />
        <SubmitButton className="button" busy="Sending…" isPending={open.isSending}>
          Send
        </SubmitButton>
      </form>
    </Panel>
  )
}

function QuickAnswerLinks({ id, quick: { questions } }: { id: string; quick: QuickAnswers }) {
  if (questions.length === 0) return null
  return (
    <details>
      <summary>Quick answers</summary>
      <ul className="stack">
        {questions.map((question) => (
          <li key={question.id}>
            <a className="link" href={`/desk/chat/${id}?answer=${question.id}#answer`}>
              <bdi>{question.text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

function FileField({ open: { state, tell }, field }: { open: OpenTalk; field: ShopField }) {
  const input = useFileField(state.chat, tell)
  const { file } = state.chat
  return (
    <div className="field">
      <label htmlFor={field.id}>Picture or PDF (optional)</label>{' '}
      <span className="hint" id={field.hintId}>
        At most 5 MB.
      </span>
      <input
        ref={input}
        id={field.id}
        name={field.name}
        type="file"
        accept="image/jpeg,image/png,image/webp,application/pdf"
        {...fieldState(field, true)}
        onChange={({ currentTarget }) => tell({ type: 'file chosen', file: currentTarget.files?.[0] ?? null })}
      />
      <FieldError field={field} />
      {file ? <ChosenFile name={file.name} tell={tell} /> : null}
    </div>
  )
}
