import { useLoaderData } from '@remix-run/react'
import { callUrl, whatsappUrl } from '~/contact/contact-info'
import { formatPhone } from '~/phone/phone'
import { PhoneNumber } from '~/phone/phone-number'
import { formatMoney } from '~/platform/money'
import { DAY, dateInPakistan } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { ChangesLink } from '../audit/change-list'
import { Only } from '../areas'
import { dateWords } from '../dates'
import { atDesk, byIntent } from '../desk.server'
import { TalkList } from '../chat/talk-list'
import { deskPage, found, idOf } from '../desk-page'
import { choice, line } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { LostRefusal, useReply } from '../form/posted-form'
import { searchWords } from '../list/list-address'
import { Notes } from '../notes/notes'
import { noteActions, listNotes } from '../notes/note-actions.server'
import { OrderLinks } from '../orders/order-links'
import { Totals } from '../totals'
import { Panel } from '../panel'
import { Blocks } from './blocks'
import { Parts, WITH } from './parts'
import { personActions } from './people-actions.server'
import { blockFormSchema, tagSchema } from './people.schema'
import { listCustomers, readCustomer, type Customer } from './people.server'

export const { handle, meta } = deskPage('Shopper')

export const loader = atDesk(async ({ operator, request, params }) => {
  const customer = found(await readCustomer(operator, idOf(params)))
  const search = searchWords(new URL(request.url).searchParams, WITH)
  const [notes, others] = await Promise.all([
    listNotes(operator, { person: customer.id }),
    search ? listCustomers(operator, { search, page: 1 }) : null,
  ])
  const now = Date.now()
  return {
    customer,
    notes,
    search,
    others: (others?.rows ?? []).filter(({ id }) => id !== customer.id).slice(0, 8),
    now,
    inHalfAYear: dateInPakistan(new Date(now + 182 * DAY)),
  }
})

export const action = atDesk(async ({ operator, params, context }) => {
  const id = idOf(params)
  const page = `/desk/people/${id}`
  return byIntent(context, page, {
    ...noteActions(context, operator, page, { person: id }),
    ...personActions(context, operator, page, id),
  })
})

export default function CustomerPage() {
  const { customer, notes, search, others, now, inHalfAYear } = useLoaderData<typeof loader>()
  const { orders, order_count: count, conversations } = customer
  return (
    <>
      <Head customer={customer} />
      <Figures customer={customer} />
      <div className="desk-columns">
        <div className="stack">
          <Panel id="orders" title="Orders">
            <OrderLinks orders={orders} />
            {count > orders.length ? (
              <p className="muted small">
                The latest {orders.length} of {count}. Find others in the list of orders.
              </p>
            ) : null}
          </Panel>
          <Notes notes={notes} />
          <Panel id="conversations" title="Conversations">
            {conversations.length > 0 ? (
              <TalkList talks={conversations} now={now} />
            ) : (
              <p className="muted">No conversations yet.</p>
            )}
          </Panel>
        </div>
        <div className="stack">
          <Tags tags={customer.tags} />
          <CashOrders customer={customer} inHalfAYear={inHalfAYear} />
          <Parts parts={customer.parts} search={search} found={others} />
        </div>
      </div>
    </>
  )
}

function Head({ customer }: { customer: Customer }) {
  const { id, name, email, phone, city, language, is_guest: isGuest, created_at: since } = customer
  const known = [
    name && phone ? <PhoneNumber key="phone" stored={phone} /> : null,
    name && email ? <bdi key="email">{email}</bdi> : null,
    city ? <bdi key="city">{city}</bdi> : null,
  ].filter(Boolean)
  return (
    <>
      <div>
        <h1 className={name ? undefined : 'unbroken'} {...freeText(name)}>
          {name || email || (phone ? <PhoneNumber stored={phone} /> : 'No name')}
        </h1>
        <p>
          {known.flatMap((part, place) => (place === 0 ? [part] : [' · ', part]))}
          <span className="desk-line muted small">
            {isGuest ? 'Guest' : 'Shopper'} since {dateWords(since)}, reads {LANGUAGES_IN_WORDS[language]}.{' '}
            <ChangesLink kind="customer" subject={id} label="Changes of this shopper" />
          </span>
        </p>
      </div>
      {phone ? (
        <p className="desk-buttons">
          <a className="button button-outline" href={callUrl(phone)}>
            Call
          </a>
          <a className="button button-outline" href={whatsappUrl(phone)} rel="noreferrer">
            WhatsApp
          </a>
          <Only areas={['orders']}>
            <a className="button button-outline" href={`/desk/orders/new?person=${id}`}>
              New order
            </a>
          </Only>
        </p>
      ) : null}
    </>
  )
}

const LANGUAGES_IN_WORDS = { en: 'English', ur: 'Urdu' }

function Figures({ customer: { ended, worth, order_count: count } }: { customer: Customer }) {
  const { delivered, returned, refused, cancelled, open } = ended
  const counts = {
    Open: open,
    Delivered: delivered,
    'Of them returned': returned,
    'Came back': refused,
    Cancelled: cancelled,
  }
  const some = Object.entries(counts).filter(([, number]) => number > 0)
  return (
    <Panel id="figures" title="In short">
      <Totals totals={{ Orders: count, ...Object.fromEntries(some), Worth: formatMoney(worth) }} />
      <p className="muted small">Worth is what the books have as sold, less what was refunded.</p>
    </Panel>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <Panel id="tags" title="Tags">
      <LostRefusal intents={['remove_tag']} />
      <ul className="desk-buttons">
        {tags.map((tag) => (
          <li key={tag}>
            <form method="post">
              <a className="badge badge-info" href={`/desk/people?${new URLSearchParams({ tag })}`}>
                <bdi>{tag}</bdi>
              </a>
              <input type="hidden" name="tag" value={tag} />{' '}
              <button className="link small" name="intent" value="remove_tag" aria-label={`Remove the tag ${tag}`}>
                Remove
              </button>
            </form>
          </li>
        ))}
      </ul>
      <EditForm
        id="tag"
        name="A tag"
        look="plain"
        schema={tagSchema}
        fields={[
          [line('tag', 'New tag', undefined, { hint: 'A word, such as wholesale. The list is filtered by it.' })],
        ]}
        intent="tag"
        button="Add"
      />
    </Panel>
  )
}

function CashOrders({ customer, inHalfAYear }: { customer: Customer; inHalfAYear: string }) {
  const { blocks, phone, email, parts } = customer
  const known = [phone, email, ...parts.flatMap((part) => [part.phone, part.email])]
  const open = [...new Set(known)].flatMap((one) =>
    one && !blocks.some(({ contact }) => contact === one) ? [[one, formatPhone(one)] as const] : [],
  )
  const isRefused = useReply({}, ['block']) !== undefined
  return (
    <Panel id="blocks" title="Cash on delivery">
      {blocks.some(({ is_over: isOver }) => !isOver) ? null : <p className="muted">Not blocked.</p>}
      <Blocks blocks={blocks} />
      {open.length > 0 ? (
        <details open={isRefused}>
          <summary>Refuse cash orders</summary>
          <EditForm
            id="block"
            name="Refuse cash orders"
            look="plain"
            schema={blockFormSchema}
            fields={[
              [
                choice('contact', 'Refuse cash orders of', open),
                line('reason', 'Reason'),
                line('ends', 'Until', inHalfAYear, { type: 'date', autoComplete: undefined }),
              ],
            ]}
            intent="block"
            button="Refuse"
          />
        </details>
      ) : null}
    </Panel>
  )
}
