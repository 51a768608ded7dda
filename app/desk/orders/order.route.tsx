import { useLoaderData } from '@remix-run/react'
import { hasInvoice, normalizeOrderId, statusLook, trackingUrl } from '~/orders/order'
import { messageToConfirm, paymentLink } from '~/orders/orders-to-confirm.server'
import { isUnpaid } from '~/orders/payment-choices'
import { Timeline } from '~/orders/timeline'
import { formatMoney } from '~/platform/money'
import { formatDateTime } from '~/platform/time'
import { pageMeta } from '~/ui/page-meta'
import { askedCouriers } from '~/couriers/couriers.server'
import { atDesk } from '../desk.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { DESK_PAGE, found } from '../desk-page'
import { useRefused } from '../form/side-by-side'
import { Notes } from '../notes/notes'
import { noteActions } from '../notes/note-actions.server'
import { listNotes } from '../notes/notes.server'
import { ParcelPanel } from '../couriers/parcel-table'
import { parcelsOf } from '../couriers/parcels.server'
import { CHANNELS } from './channel'
import { ChangeForm } from './change-form'
import { changeOne } from './order-form-actions.server'
import { actionsOf } from './order-actions'
import { markOf } from './order-query'
import { Items, Mails, Payments, Shopper } from './order-panels'
import { readAside, readOrders, type DeskOrder } from './orders.server'
import { TakeBack } from './take-back'
import { ReturnPanel } from './return-panel'
import { Panel } from '../panel'

export const handle = DESK_PAGE

export const meta = ({ params }: { params: { id?: string } }) => pageMeta(params.id ?? 'Order', { hidden: true })

export const loader = atDesk(async ({ operator, params, context }) => {
  const orderId = found(normalizeOrderId(params.id ?? ''))
  // Before the order: a change between the two reads refuses the page's forms, so it has to count as not seen.
  const changes = await listChanges(operator, 'order', orderId)
  const [orders, aside, parcels, notes] = await Promise.all([
    readOrders(operator, [orderId]),
    readAside(operator, orderId),
    parcelsOf(operator, orderId),
    listNotes(operator, { order: orderId }),
  ])
  const order = found(orders[0])
  const { first_name: first, last_name: last } = order.shipping_address
  const asks = order.status === 'Processing' && order.payment_method === 'cod' && order.confirmed_at === null
  const { whatsApp } = messageToConfirm(context.settings, {
    order: order.order_id,
    name: [first, last].filter(Boolean).join(' '),
    phone: order.contact_phone,
    total: formatMoney(order.total_amount),
  })
  return {
    order,
    notes,
    parcels,
    courier: askedCouriers(context.settings)[0] ?? null,
    aside,
    changes,
    whatsApp: asks ? whatsApp : null,
    payment: isUnpaid(order) ? paymentLink(context.settings, order) : null,
    tracking: trackingUrl(context.settings.COURIER_TRACKING_URL, order.tracking_number),
  }
})

export const action = atDesk(async ({ operator, params, context }) => {
  const orderId = found(normalizeOrderId(params.id ?? ''))
  const notes = noteActions(context, operator, `/desk/orders/${orderId}`, { order: orderId })
  return changeOne(context, operator, orderId, notes)
})

export default function DeskOrderPage() {
  const { order, aside, parcels, courier, notes, changes, whatsApp, payment, tracking } = useLoaderData<typeof loader>()
  const refused = useRefused()
  const seen = changes[0]?.id ?? 0
  const mark = markOf({ orderId: order.order_id, version: order.version })
  const isBookable =
    actionsOf(order).some((action) => action === 'pack' || action === 'track') && order.status !== 'Shipped'
  return (
    <>
      <Head order={order} />
      <p className="desk-buttons">
        <a className="button button-outline" href={`/desk/orders/slips?order=${encodeURIComponent(mark)}`}>
          Packing slip
        </a>
        <a className="button button-outline" href={`/desk/orders/labels?order=${encodeURIComponent(mark)}`}>
          Label
        </a>
        {hasInvoice(order) ? (
          <a className="button button-outline" href={`/desk/orders/invoices?order=${encodeURIComponent(mark)}`}>
            Invoice
          </a>
        ) : null}
        {whatsApp ? (
          <a className="button button-outline" href={whatsApp} rel="noreferrer">
            Ask by WhatsApp
          </a>
        ) : null}
      </p>
      <ChangeForm order={order} seen={seen} {...refused} />
      <TakeBack step={aside.step} version={order.version} />
      {order.returns.map((one) => (
        <ReturnPanel key={one.id} given={one} seen={seen} {...refused} />
      ))}
      <div className="desk-columns">
        <Items order={order} />
        <Shopper order={order} tracking={tracking} history={aside.number} />
        <Notes notes={notes} />
        <Payments order={order} link={payment} />
        <Panel id="history" title="History" className="panel">
          <Timeline history={order.history} />
        </Panel>
        <ParcelPanel parcels={parcels} mark={isBookable ? mark : null} courier={courier} />
        <Changes changes={changes} />
        <Mails order={order} />
      </div>
    </>
  )
}

/** The order's number, with its state and what is unusual about it. */
function Head({ order }: { order: DeskOrder }) {
  const look = statusLook(order.status)
  return (
    <>
      <div className="order-head">
        <h1 className="unbroken">{order.order_id}</h1>
        <span className={look.badge}>{look.label}</span>
      </div>
      <p className="muted small">
        Placed {formatDateTime(order.created_at)}
        {order.channel ? ` at the desk (${CHANNELS[order.channel]})` : ''}
        {order.confirmed_at ? ` · confirmed ${formatDateTime(order.confirmed_at)}` : ''}
        {order.packed_at ? ` · packed ${formatDateTime(order.packed_at)}` : ''}
      </p>
      {order.failure_reason ? <p className="notice">{order.failure_reason}</p> : null}
      {order.keeps_contact_for_return ? (
        <p className="notice">
          The account was deleted while something was on its way back. Please refund it as usual; an exchange became a
          return. E-mail and phone stay here until that is done.
        </p>
      ) : null}
    </>
  )
}
