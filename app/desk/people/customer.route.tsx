import { useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { PhoneNumber } from '~/phone/phone-number'
import { dateWords } from '../dates'
import { atDesk, byIntent } from '../desk.server'
import { TalkList } from '../chat/talk-list'
import { deskPage, found, idOf } from '../desk-page'
import { Notes } from '../notes/notes'
import { noteActions, listNotes } from '../notes/note-actions.server'
import { OrderLinks } from '../orders/order-links'
import { readCustomer } from './people.server'
import { Panel } from '../panel'

export const { handle, meta } = deskPage('Shopper')

export const loader = atDesk(async ({ operator, params }) => ({
  customer: found(await readCustomer(operator, idOf(params))),
  notes: await listNotes(operator, { person: idOf(params) }),
  now: Date.now(),
}))

export const action = atDesk(async ({ operator, params, context }) => {
  const page = `/desk/people/${idOf(params)}`
  return byIntent(context, page, noteActions(context, operator, page, { person: idOf(params) }))
})

export default function CustomerPage() {
  const { customer, notes, now } = useLoaderData<typeof loader>()
  const { name, email, phone, city, created_at: since, orders, conversations } = customer
  return (
    <>
      <h1 className={name ? undefined : 'unbroken'} {...freeText(name)}>
        {name || email || 'No name'}
      </h1>
      <p>
        {name && email ? <bdi>{email}</bdi> : null} {phone ? <PhoneNumber stored={phone} /> : null}{' '}
        {city ? <bdi>{city}</bdi> : null}
        <span className="desk-line muted small">Shopper since {dateWords(since)}</span>
      </p>
      <div className="desk-columns">
        <Notes notes={notes} />
        <Panel id="orders" title="Orders">
          <OrderLinks orders={orders} />
        </Panel>
        <Panel id="conversations" title="Conversations">
          {conversations.length > 0 ? (
            <TalkList talks={conversations} now={now} />
          ) : (
            <p className="muted">No conversations yet.</p>
          )}
        </Panel>
      </div>
    </>
  )
}
