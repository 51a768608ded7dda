import { useLoaderData } from '@remix-run/react'
import { messageToConfirm } from '~/orders/confirm-order.server'
import { formatMoney } from '~/platform/money'
import { DeliveryNote } from '~/orders/order-details'
import { OrderItem } from '~/orders/order-item'
import { PhoneNumber } from '~/phone/phone-number'
import { freeText } from '~/ui/free-text'
import { agoWords, momentWords } from '../dates'
import { LostRefusal } from '../form/posted-form'
import { CancelForm } from './cancel-form'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { listAddress } from '../list/list-address'
import { ListPage } from '../list/list-page'
import { OrderLink } from '../list/table'
import { listConfirmations, settleCall } from './confirmations.server'
import { markOf } from './order-query'
import { Address, numberWords } from './order-panels'

const TITLE = 'Orders to confirm'
export const { handle, meta } = deskPage(TITLE)

export const loader = atDesk(async ({ operator, request, context }) => {
  const { rows, total, most_calls: mostCalls } = await listConfirmations(operator, listAddress(request).page)
  const orders = rows.map((row) => {
    const { order_id: order, name, phone } = row
    const { whatsApp } = messageToConfirm(context.settings, {
      order,
      name,
      phone,
      total: formatMoney(row.total_amount),
      language: row.language,
    })
    return { ...row, whatsApp }
  })
  return { orders, total, mostCalls, now: Date.now() }
})

export const action = atDesk(({ operator, request, context }) => settleCall(context, request, operator))

type Loaded = Awaited<ReturnType<typeof loader>>

export default function ConfirmQueue() {
  const { orders, total, mostCalls, now } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title={TITLE}
      above={<LostRefusal rows={orders.map(({ order_id: id }) => ({ id }))} intents={['cancel']} />}
      rows={orders}
      total={total}
      perPage={20}
      noun={['order']}
    >
      {(order) => <ToConfirm key={order.order_id} order={order} mostCalls={mostCalls} now={now} />}
    </ListPage>
  )
}

type OrderToConfirm = Loaded['orders'][number]

function ToConfirm({ order, mostCalls, now }: { order: OrderToConfirm; mostCalls: number; now: number }) {
  const { order_id: orderId, phone, whatsApp, calls, next_call: nextCall, hold_until: until } = order
  return (
    <li className="panel stack">
      <div>
        <h2 {...freeText(order.name)}>{order.name}</h2>
        <p className="muted small">
          <OrderLink id={orderId} />, placed {agoWords(order.created_at, now)}
          {until ? `, kept until ${momentWords(until)}` : ''}. {numberWords(order.number)}.
        </p>
      </div>
      <div className="desk-columns">
        <ul className="stack">
          {order.items.map((item) => (
            <OrderItem key={item.id} item={item} />
          ))}
        </ul>
        <div className="stack">
          <Address order={{ shipping_address: { ...order.shipping_address, phone: null } }} />
          <DeliveryNote note={order.notes} />
          <p>
            To collect, with delivery: <b className="unbroken">{formatMoney(order.total_amount)}</b>
          </p>
          <Calls calls={calls} most={mostCalls} now={now} />
        </div>
      </div>
      <p className="desk-buttons">
        {phone ? (
          <a className="button" href={`tel:${phone}`}>
            Call <PhoneNumber stored={phone} />
          </a>
        ) : (
          'No phone number'
        )}
        {whatsApp ? (
          <a
            className="button button-outline"
            href={whatsApp}
            rel="noreferrer"
            aria-label={`WhatsApp about ${orderId}`}
          >
            WhatsApp
          </a>
        ) : null}
      </p>
      {nextCall ? <p>A call was just recorded. The next one counts from {momentWords(nextCall)}.</p> : null}
      <form method="post" className="desk-buttons" aria-label={`What came of ${orderId}`}>
        <input type="hidden" name="order" value={markOf({ orderId, version: order.version })} />
        {Object.entries({ confirm: 'Confirmed', ...(nextCall ? {} : OUTCOME_WORDS) }).map(([intent, words]) => (
          <button key={intent} className="button button-outline" name="intent" value={intent}>
            {words}
          </button>
        ))}
      </form>
      <CancelForm order={order} isOneOfMany />
    </li>
  )
}

const OUTCOME_WORDS = { no_answer: 'No answer', wrong_number: 'Wrong number' }

/** How often an order was called about. */
function Calls({ calls, most, now }: { calls: OrderToConfirm['calls']; most: number; now: number }) {
  if (calls.length === 0) return <p className="muted">Not called yet.</p>
  const told = calls.map(({ outcome, made_at: at }) => `${OUTCOME_WORDS[outcome].toLowerCase()} ${agoWords(at, now)}`)
  return (
    <p>
      Called {times(calls.length)}: {told.join(', ')}.{' '}
      {calls.length === most - 1 ? 'After the next call without a confirmation it is cancelled.' : null}
    </p>
  )
}

const times = (count: number) => ['once', 'twice'][count - 1] ?? `${count} times`
