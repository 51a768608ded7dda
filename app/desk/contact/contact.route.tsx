import { useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { PhoneNumber } from '~/phone/phone-number'
import { momentWords } from '../dates'
import { atDesk, change, byIntent, submit } from '../desk.server'
import { deskPage } from '../desk-page'
import { TwoLists } from '../list/filters'
import { ListPage } from '../list/list-page'
import { LostRefusal } from '../form/posted-form'
import { listAddress, pathOf } from '../list/list-address'
import { listContactMessages, type ContactMessage, mailLink } from './contact-messages.server'
import { answeredSchema } from './contact.schema'
import { ChangesLink } from '../audit/change-list'
import { line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { OrderLink, TextLink } from '../list/table'

export const { handle, meta } = deskPage('Messages')

export const loader = atDesk(async ({ operator, request }) => {
  const { parameters, search, page } = listAddress(request)
  const isAnswered = parameters.get('list') === 'answered'
  return { isAnswered, search, ...(await listContactMessages(operator, isAnswered, search, page)) }
})

export const action = atDesk(async ({ db, request, context }) => {
  const page = pathOf(request)
  const mark = (isAnswered: boolean) => (form: { id: string; version: number; note?: string }) =>
    change(db, 'desk_mark_contact', { ...form, is_answered: isAnswered })
  return byIntent(context, page, {
    answered: () => submit(context, answeredSchema, mark(true), () => [page, 'The message is marked as answered.']),
    reopen: () => submit(context, answeredSchema, mark(false), () => [page, 'The message is open again.']),
  })
})

export default function ContactMessages() {
  const { isAnswered, search, rows, total } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title={isAnswered ? 'Answered messages' : 'Messages'}
      above={
        <>
          <TwoLists
            path="/desk/contact"
            lists={{ open: 'Open messages', answered: 'Answered messages' }}
            list={isAnswered ? 'answered' : 'open'}
            label="Words, name, e-mail or phone"
            search={search}
          />
          <LostRefusal rows={rows} />
        </>
      }
      rows={rows}
      total={total}
      noun={['message']}
    >
      {(message) => <MessageRow message={message} />}
    </ListPage>
  )
}

function MessageRow({ message }: { message: ContactMessage }) {
  const { id, name, email, phone, subject, message: text, created_at: at, answered_at: answered } = message
  return (
    <li className="panel stack">
      <p>
        <b {...freeText(subject ?? '')}>{subject || 'No subject'}</b>
        <br />
        <span className="muted small">
          {momentWords(at)}, <bdi>{name}</bdi>, <bdi>{email}</bdi>
          {phone ? (
            <>
              , <PhoneNumber stored={phone} />
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
          Answered on {momentWords(answered)}
          {message.answer_note ? (
            <>
              : <bdi>{message.answer_note}</bdi>
            </>
          ) : null}
        </p>
      ) : null}
      <p className="desk-pages">
        {answered ? null : <TextLink to={mailLink(email, subject)} text="Answer by e-mail" />}
        <ChangesLink kind="contact" subject={id} label={`Changes of the message by ${name}`} />
      </p>
      <MarkForm message={message} />
    </li>
  )
}

function Orders({ orders }: Pick<ContactMessage, 'orders'>) {
  if (orders.length === 0) return null
  return (
    <ul>
      {orders.map(({ order_id: orderId, is_same_email: isSameEmail }) => (
        <li key={orderId}>
          <OrderLink id={orderId} />
          {isSameEmail ? '' : ', ordered with another e-mail'}
        </li>
      ))}
    </ul>
  )
}

function MarkForm({ message: { id, version, name, answered_at: answered } }: { message: ContactMessage }) {
  return (
    <EditForm
      id={`mark-${id}`}
      schema={answeredSchema}
      version={version}
      hidden={{ id }}
      look="plain"
      fields={answered ? [] : [[line('note', 'Note for colleagues (optional)')]]}
      intent={answered ? 'reopen' : 'answered'}
      button={answered ? 'Open again' : 'Answered'}
      buttonName={answered ? `Open the message by ${name} again` : `Mark the message by ${name} as answered`}
    />
  )
}
