import type { SubmissionResult } from '@conform-to/react'
import { formatDateTime } from '~/platform/time'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { freeText } from '~/ui/free-text'
import { useShopForm } from '~/ui/shop-form.server'
import { answeredSchema, reopenedSchema } from './answered.schema'
import type { ContactMessage } from './contact-messages.server'
import { mailLink } from './mail-link'

interface MessageRowProps {
  message: ContactMessage
  /** The refused form of this message, if any. */
  reply: SubmissionResult | undefined
}

/** A message of the contact form, with a link to answer it by e-mail and the form that marks it. */
export function MessageRow({ message, reply }: MessageRowProps) {
  const { id, name, email, phone, subject, message: text, created_at: at, answered_at: answered } = message
  return (
    <li className="panel stack">
      <p>
        <b {...freeText(subject ?? '')}>{subject || 'No subject'}</b>
        <br />
        <span className="muted small">
          {formatDateTime(at)}, <bdi>{name}</bdi>, <bdi>{email}</bdi>
          {phone ? (
            <>
              , <bdi dir="ltr">{phone}</bdi>
            </>
          ) : null}
        </span>
      </p>
      <p {...freeText(text)} className="desk-said">
        {text}
      </p>
      <Orders orders={message.orders} />
      {answered ? (
        <p>
          Answered on {formatDateTime(answered)}
          {message.answer_note ? (
            <>
              : <bdi>{message.answer_note}</bdi>
            </>
          ) : null}
        </p>
      ) : (
        <p>
          <a className="link" href={mailLink(email, subject)}>
            Answer by e-mail
          </a>
        </p>
      )}
      {answered ? <ReopenForm message={message} reply={reply} /> : <AnsweredForm message={message} reply={reply} />}
      <p className="small">
        <a
          className="link"
          href={`/desk/audit?kind=contact&subject=${id}`}
          aria-label={`Changes of the message by ${name}`}
        >
          Changes
        </a>
      </p>
    </li>
  )
}

function Orders({ orders }: Pick<ContactMessage, 'orders'>) {
  if (orders.length === 0) return null
  return (
    <ul>
      {orders.map(({ order_id: orderId, is_same_email: isSameEmail }) => (
        <li key={orderId}>
          <a className="link unbroken" href={`/desk/orders/${orderId}`}>
            {orderId}
          </a>
          {isSameEmail ? '' : ', ordered with another e-mail'}
        </li>
      ))}
    </ul>
  )
}

function AnsweredForm({ message: { id, version, name }, reply }: MessageRowProps) {
  const form = useShopForm(`answered-${id}`, answeredSchema, reply)
  return (
    <form className="stack desk-narrow" {...form.props}>
      <ErrorSummary form={form} />
      <Mark id={id} version={version} />
      <Field field={form.field('note')} label="Note for colleagues (optional)" autoComplete="off" />
      <button
        className="button button-outline"
        name="intent"
        value="answered"
        aria-label={`Mark the message by ${name} as answered`}
      >
        Answered
      </button>
    </form>
  )
}

function ReopenForm({ message: { id, version, name }, reply }: MessageRowProps) {
  const form = useShopForm(`reopen-${id}`, reopenedSchema, reply)
  return (
    <form className="stack" {...form.props}>
      <ErrorSummary form={form} />
      <Mark id={id} version={version} />
      <button
        className="button button-outline"
        name="intent"
        value="reopen"
        aria-label={`Open the message by ${name} again`}
      >
        Open again
      </button>
    </form>
  )
}

function Mark({ id, version }: Pick<ContactMessage, 'id' | 'version'>) {
  return (
    <>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
    </>
  )
}
