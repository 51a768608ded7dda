import { formatDateTime } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { ChangesLink } from '../audit/change-list'
import { line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { answeredSchema } from './contact.schema'
import type { ContactMessage } from './contact-messages.server'
import { mailLink } from './mail-link'
import { TextLink } from '../list/table'

/** A message of the contact form, with a link to answer it by e-mail and the form that marks it. */
export function MessageRow({ message }: { message: ContactMessage }) {
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
          <TextLink to={mailLink(email, subject)} text="Answer by e-mail" />
        </p>
      )}
      <MarkForm message={message} />
      <ChangesLink kind="contact" subject={id} label={`Changes of the message by ${name}`} />
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

/** Marks the message as answered, with a note for colleagues, or as open again. */
function MarkForm({ message: { id, version, name, answered_at: answered } }: { message: ContactMessage }) {
  return (
    <EditForm
      id={`mark-${id}`}
      schema={answeredSchema}
      version={version}
      hidden={{ id }}
      look="narrow"
      fields={answered ? [] : [line('note', 'Note for colleagues (optional)')]}
      intent={answered ? 'reopen' : 'answered'}
      button={answered ? 'Open again' : 'Answered'}
      buttonName={answered ? `Open the message by ${name} again` : `Mark the message by ${name} as answered`}
    />
  )
}
