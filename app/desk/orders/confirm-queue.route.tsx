import { useLoaderData } from '@remix-run/react'
import { messageToConfirm } from '~/orders/confirm-order.server'
import { formatMoney } from '~/platform/money'
import { formatDateTime } from '~/platform/time'
import { formatAgo } from '~/chat/words/ago'
import { PhoneNumber } from '~/phone/phone-number'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { listAddress } from '../list/list-address'
import { ListPage } from '../list/list-page'
import { OrderLink } from '../list/table'
import { listConfirmations, settleCall } from './confirmations.server'
import { markOf } from './order-query'
import { numberWords } from './order-panels'

const TITLE = 'Orders to confirm'
export const { handle, meta } = deskPage(TITLE)

export const loader = atDesk(async ({ operator, request, context }) => {
  const { rows, total } = await listConfirmations(operator, listAddress(request).page)
  const orders = rows.map(({ calls, ...row }) => {
    const { order_id: order, name, phone } = row
    const { whatsApp } = messageToConfirm(context.settings, {
      order,
      name,
      phone,
      total: formatMoney(row.total_amount),
      language: row.language,
    })
    return { ...row, whatsApp, calls: calls.map(({ outcome }) => BUTTONS[outcome].toLowerCase()) }
  })
  return { orders, total, now: Date.now() }
})

export const action = atDesk(({ operator, request, context }) => settleCall(context, request, operator))

type Loaded = Awaited<ReturnType<typeof loader>>

export default function ConfirmQueue() {
  const { orders, total, now } = useLoaderData<typeof loader>()
  return (
    <ListPage title={TITLE} rows={orders} total={total} perPage={20} noun={['order']}>
      {(order) => <ToConfirm key={order.order_id} order={order} now={now} />}
    </ListPage>
  )
}

function ToConfirm({ order, now }: { order: Loaded['orders'][number]; now: number }) {
  const { order_id: orderId, phone, whatsApp, calls, hold_until: until } = order
  return (
    <li className="panel stack">
      <p>
        <OrderLink id={orderId} /> <bdi>{order.name}</bdi>, <bdi>{order.city}</bdi>, {formatMoney(order.total_amount)}
        <br />
        <span className="muted small">
          Placed {formatAgo(Date.parse(order.created_at), now)}
          {until ? `, kept until ${formatDateTime(until)}` : ''}. {numberWords(order.number)}.
        </span>
      </p>
      {calls.length > 0 ? (
        <p>
          Called {times(calls.length)}: {calls.join(', ')}
        </p>
      ) : null}
      <p className="desk-buttons">
        {phone ? (
          <a className="button" href={`tel:${phone}`}>
            Call <PhoneNumber stored={phone} />
          </a>
        ) : null}
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
      <form method="post" className="desk-buttons" aria-label={`What came of ${orderId}`}>
        <input type="hidden" name="order" value={markOf({ orderId, version: order.version })} />
        {Object.entries(BUTTONS).map(([intent, words]) => (
          <button key={intent} className="button button-outline" name="intent" value={intent}>
            {words}
          </button>
        ))}
      </form>
    </li>
  )
}

const BUTTONS = { confirm: 'Confirmed', no_answer: 'No answer', wrong_number: 'Wrong number', cancel: 'Cancel' }

const times = (count: number) => ['once', 'twice'][count - 1] ?? `${count} times`
