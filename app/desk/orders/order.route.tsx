import { useLoaderData } from '@remix-run/react'
import { ChangesOfOrder } from '~/orders/changes-of-order'
import { normalizeOrderId, restToPay, stepsAhead, trackingUrl } from '~/orders/order'
import { messageAbout, messageToConfirm, paymentLink } from '~/orders/confirm-order.server'
import { isUnpaid } from '~/orders/payment-choices'
import { Timeline } from '~/orders/tracking/tracking'
import { formatMoney } from '~/platform/money'
import { pageMeta } from '~/ui/page-meta'
import { askedCouriers } from '~/couriers/couriers.server'
import { momentWords } from '../dates'
import { atDesk } from '../desk.server'
import { Only } from '../areas'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { DESK_PAGE, found } from '../desk-page'
import { useRefused } from '../form/side-by-side'
import { Notes } from '../notes/notes'
import { noteActions, listNotes } from '../notes/note-actions.server'
import { ParcelPanel } from '../couriers/parcel-table'
import { parcelsOf } from '../couriers/parcels.server'
import { ChangeForm } from './change-form'
import { changeOne } from './order-form-actions.server'
import { actionsOf, ACTION_WORDS } from './order-actions'
import { Head, Links } from './order-head'
import { markOf } from './order-query'
import { Items, Mails, Payments, Shopper } from './order-panels'
import { LedgerPanel } from './ledger-panel'
import { readAside, readLedger, readOrders, type DeskOrder } from './orders.server'
import { ReturnPanel } from './return-panel'
import { Panel } from '../panel'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { line, rupees } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { useReply } from '../form/posted-form'
import { refundPartSchema, takeBackSchema } from './order.schema'

export const handle = DESK_PAGE

export const meta = ({ params }: { params: { id?: string } }) => pageMeta(params.id ?? 'Order', { hidden: true })

export const loader = atDesk(async ({ operator, params, context }) => {
  const orderId = found(normalizeOrderId(params.id ?? ''))
  // Before the order: a change between the two reads refuses the page's forms, so it has to count as not seen.
  const changes = await listChanges(operator, 'order', orderId)
  const [orders, aside, ledger, parcels, notes] = await Promise.all([
    readOrders(operator, [orderId]),
    readAside(operator, orderId),
    readLedger(operator, orderId),
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
    language: order.language,
  })
  return {
    order,
    ledger,
    notes,
    parcels,
    courier: askedCouriers(context.settings)[0] ?? null,
    aside,
    changes,
    whatsApp: asks ? whatsApp : null,
    unmailed: messageAbout(context.settings, order),
    payment: isUnpaid(order) || restToPay(order) > 0 ? paymentLink(context.settings, order) : null,
    tracking: trackingUrl(context.settings.COURIER_TRACKING_URL, order.tracking_number),
  }
})

export const action = atDesk(async ({ operator, params, context }) => {
  const orderId = found(normalizeOrderId(params.id ?? ''))
  const notes = noteActions(context, operator, `/desk/orders/${orderId}`, { order: orderId })
  return changeOne(context, operator, orderId, notes)
})

export default function DeskOrderPage() {
  const { order, aside, ledger, parcels, courier, notes, changes, whatsApp, unmailed, payment, tracking } =
    useLoaderData<typeof loader>()
  const refused = useRefused()
  const seen = changes[0]?.id ?? 0
  const mark = markOf({ orderId: order.order_id, version: order.version })
  const isBookable =
    actionsOf(order).some((action) => action === 'pack' || action === 'track') && order.status !== 'Shipped'
  return (
    <>
      <Head order={order} />
      <Links order={order} mark={mark} whatsApp={whatsApp} unmailed={unmailed} />
      <Only areas={['orders']}>
        <ChangeForm order={order} seen={seen} payment={payment} {...refused} />
        <TakeBack step={order.step} version={order.version} />
      </Only>
      <Only areas={['money']}>{order.status === 'Delivered' ? <RefundPart version={order.version} /> : null}</Only>
      {order.returns.map((one) => (
        <ReturnPanel key={one.id} given={one} courier={courier} seen={seen} {...refused} />
      ))}
      <div className="desk-columns">
        <div className="stack">
          <Items order={order} />
          <Shopper order={order} tracking={tracking} aside={aside} />
          <Payments order={order} link={payment} />
          <ParcelPanel parcels={parcels} mark={isBookable ? mark : null} courier={courier} />
        </div>
        <div className="stack">
          <Notes notes={notes} />
          <Panel id="history" title="History">
            <Timeline history={order.history} timeOf={momentWords} />
            <ChangesOfOrder changes={order.changes} timeOf={momentWords} />
          </Panel>
          <Changes changes={changes} />
          <Mails order={order} />
        </div>
      </div>
      <LedgerPanel ledger={ledger} isUnderWay={stepsAhead(order.status).length > 0} />
    </>
  )
}

function TakeBack({ step, version }: Pick<DeskOrder, 'step' | 'version'>) {
  const lost = useReply({}, step ? [] : ['take_back'])
  const refusal = useShopForm('not-taken-back', takeBackSchema, lost)
  if (!step) return <ErrorSummary form={refusal} />
  const title = `Take “${ACTION_WORDS[step.action].button}” back`
  const about = `Until ${momentWords(step.until)}.${step.is_told ? ' The shopper has been mailed about it: please tell them.' : ''}`
  return (
    <EditForm
      id="take-back"
      name={title}
      hasHeading
      schema={takeBackSchema}
      version={version}
      fields={[
        <p key="about" className="muted small">
          {about}
        </p>,
        line('reason', 'Reason', undefined, { hint: 'The shopper may read it in the order’s history.' }),
      ]}
      intent="take_back"
      button="Take it back"
    />
  )
}

function RefundPart({ version }: { version: number }) {
  return (
    <EditForm
      id="refund-part"
      name="Refund a part"
      hasHeading
      schema={refundPartSchema}
      version={version}
      fields={[
        [rupees('amount', 'Refund in rupees'), line('reason', 'Reason', undefined, { hint: 'The shopper reads it.' })],
      ]}
      button="Refund it"
      intent="refund_part"
    />
  )
}
