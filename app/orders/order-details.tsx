import { Fragment } from 'react'
import { Notice } from '~/ui/progress/notice'
import { ExpectedArrival, expectedWords } from '~/delivery/arrival-line'
import { formatDate, formatDateTime } from '~/platform/time'
import { addressLines } from '~/address/address-lines'
import { PrintButton } from './print-button'
import { DeliveryNote } from './delivery-note'
import { ChangesOfOrder } from './changes-of-order'
import { OrderItem as Item } from './order-item'
import { Timeline } from './timeline'
import { Sums } from './sums'
import { TrackingNumber } from './tracking/tracking-number'
import { hasInvoice, heldUntil, methodName, orderCosts, statusLook, stepsAhead, toConfirm } from './order'
import { PaymentChoices } from './payment-choices'
import { describeRefund, refundProgress } from './refund'
import type { Order, OrderItem } from './order-rows'

interface OrderDetailsProps {
  order: Order
  items: OrderItem[]
  /** URL of the card payment; null if the shop takes no cards. */
  repayUrl: string | null
  /** The courier's tracking page. */
  trackingUrl: string | null
  /** Whether a payment is being confirmed; the payment buttons are hidden then, so that nobody pays twice. */
  isBeingConfirmed?: boolean
}

/** Renders all details of an order. */
export function OrderDetails({ order, items, repayUrl, trackingUrl, isBeingConfirmed = false }: OrderDetailsProps) {
  const look = statusLook(order.status)
  const mailsHeldUntil = heldUntil(order)
  return (
    <>
      <div>
        <div className="order-head">
          <h1 className="unbroken">{order.order_id}</h1>
          <span className={look.badge}>{look.label}</span>
        </div>
        <p className="muted small">
          Placed {formatDate(order.created_at)} · {methodName(order.payment_method)}
        </p>
        <ExpectedArrival order={order} />
        <p>
          <PrintButton />{' '}
          {hasInvoice(order) ? (
            <a className="link" href={`/orders/${order.order_id}/invoice`}>
              Invoice
            </a>
          ) : null}
        </p>
      </div>
      {order.failure_reason ? <Notice type="error">{order.failure_reason}</Notice> : null}
      {order.payment_method === 'cod' && order.hold_until ? (
        <Notice type="info">{toConfirm(order.hold_until)}</Notice>
      ) : null}
      {mailsHeldUntil ? (
        <Notice type="info">
          The address of this order has had many mails lately, so the next one about it comes after{' '}
          {formatDateTime(mailsHeldUntil)}.
        </Notice>
      ) : null}
      {isBeingConfirmed ? null : <PaymentChoices order={order} repayUrl={repayUrl} />}
      {order.refunds.map((refund) => (
        <p className={refund.refunded_at ? 'notice notice-ok' : 'notice'} key={refund.id}>
          {describeRefund(refund)} {refundProgress(refund.refunded_at, refund.reason)}
        </p>
      ))}
      <div className="order-panels">
        <section className="panel stack whole" aria-labelledby="items-title">
          <h2 id="items-title">Items</h2>
          <ul className="stack">
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
          <Sums costs={orderCosts(order)} />
          <form method="post" action={`/orders/${order.order_id}/change`}>
            <input type="hidden" name="intent" value="again" />
            <button className="button button-outline">Order again</button>
          </form>
        </section>
        <Progress order={order} />
        <Delivery order={order} trackingUrl={trackingUrl} />
      </div>
    </>
  )
}

function Progress({ order }: { order: Order }) {
  return (
    <section className="panel" aria-labelledby="progress-title">
      <h2 id="progress-title">Progress</h2>
      <Timeline history={order.history} expected={expectedWords(order)} />
      <ChangesOfOrder changes={order.changes} />
    </section>
  )
}

function Delivery({ order, trackingUrl }: { order: Order; trackingUrl: string | null }) {
  const shipping = addressLines(order.shipping_address)
  const billing = addressLines(order.billing_address)
  return (
    <section className="panel stack" aria-labelledby="delivery-title">
      <h2 id="delivery-title">Delivery</h2>
      <AddressLines lines={shipping} />
      <DeliveryNote note={order.notes} />
      <p className="muted small">
        {order.shipping_method}.
        {order.tracking_number || !stepsAhead(order.status).includes('Shipped')
          ? null
          : ' A tracking number appears here once shipped.'}
      </p>
      {order.tracking_number ? <TrackingNumber number={order.tracking_number} url={trackingUrl} /> : null}
      <h3>Billing</h3>
      {billing.join() === shipping.slice(0, billing.length).join() ? (
        <p>Same as delivery</p>
      ) : (
        <AddressLines lines={billing} />
      )}
    </section>
  )
}

function AddressLines({ lines }: { lines: string[] }) {
  return (
    <address dir="auto">
      {lines.map((line) => (
        <Fragment key={line}>
          <span>
            <bdi>{line}</bdi>
          </span>{' '}
        </Fragment>
      ))}
    </address>
  )
}
