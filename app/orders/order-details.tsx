import { m } from '~/language/messages'
import { Fragment, type ReactNode } from 'react'
import { Notice } from '~/ui/progress/notice'
import { ExpectedArrival, expectedWords } from '~/delivery/arrival-line'
import { formatDate, formatDateTime } from '~/platform/time'
import { addressLines } from '~/address/address-lines'
import { PrintButton } from './print-button'
import { ChangesOfOrder } from './changes-of-order'
import { OrderItem as Item } from './order-item'
import { storedWords, Timeline, TrackingNumber } from './tracking/tracking'
import { SumList } from '~/sums/sums'
import { hasInvoice, heldUntil, isRepayable, methodName, statusLook, stepsAhead, toConfirm } from './order'
import { PaymentChoices } from './payment-choices'
import { describeRefund, refundProgress } from './refund'
import type { Order, OrderItem } from './order-rows'
import { freeText } from '~/ui/free-text'

interface OrderDetailsProps {
  order: Order
  items: OrderItem[]
  /** URL of the card payment; null if the shop takes no cards. */
  repayUrl: string | null
  /** What cash on delivery costs beside the rest, in paisa; null if it isn't known. */
  cashFee: number | null
  /** The courier's tracking page. */
  trackingUrl: string | null
  /** What stands in the head below the order's state. */
  children?: ReactNode
  /** Whether it stands below another heading of the page. */
  isPart?: boolean
  /** Whether a payment is being confirmed; the payment buttons are hidden then, so that nobody pays twice. */
  isBeingConfirmed?: boolean
}

export function OrderDetails(props: OrderDetailsProps) {
  const { order, items, repayUrl, cashFee, trackingUrl, children, isPart, isBeingConfirmed = false } = props
  const look = statusLook(order.status)
  const mailsHeldUntil = heldUntil(order)
  const { due, sent } = refundsOf(order)
  const Heading = isPart ? 'h2' : 'h1'
  return (
    <>
      <div className="order-top">
        <div>
          <div className="order-head">
            <Heading className="unbroken">{order.order_id}</Heading>
            <span className={look.badge}>{look.label}</span>
          </div>
          <p className="muted small">
            {m.orders_placed_on({ date: formatDate(order.created_at) })} · {methodName(order.payment_method)}
          </p>
          <ExpectedArrival order={order} />
          {children}
        </div>
        <p className="help-actions">
          <PrintButton />
          {hasInvoice(order) ? (
            <a className="link" href={`/orders/${order.order_id}/invoice`}>
              {isCorrected(order) ? m.orders_invoices() : m.orders_invoice()}
            </a>
          ) : null}
        </p>
      </div>
      {order.failure_reason ? <Notice type="error">{storedWords(order.failure_reason)}</Notice> : null}
      {order.payment_method === 'cod' && order.hold_until ? (
        <Notice type="info">{toConfirm(order.hold_until)}</Notice>
      ) : null}
      {mailsHeldUntil ? (
        <Notice type="info">{m.orders_mail_held({ time: formatDateTime(mailsHeldUntil) })}</Notice>
      ) : null}
      {isBeingConfirmed ? null : <PaymentChoices order={order} repayUrl={repayUrl} cashFee={cashFee} />}
      <Refunds refunds={due} className="notice notice-info" />
      <div className="order-panels">
        <section className="panel stack whole" aria-labelledby="items-title">
          <h2 id="items-title">{m.orders_items()}</h2>
          <ul className="stack">
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
          <SumList sums={order} />
          <Refunds refunds={sent} className="notice notice-ok" />
          {isRepayable(order.status) ? null : (
            <form method="post" action={`/orders/${order.order_id}/change`}>
              <input type="hidden" name="intent" value="again" />
              <button className="button button-outline">{m.orders_order_again()}</button>
            </form>
          )}
        </section>
        <Progress order={order} />
        <Delivery order={order} trackingUrl={trackingUrl} />
      </div>
    </>
  )
}

/** Whether an order with an invoice may have a credit note too. */
const isCorrected = ({ status, refunds }: Order) =>
  refunds.length > 0 || status === 'Cancelled' || status === 'ReturnedToOrigin'

/** Returns the refunds that wait, and those that were sent. What was sent for a return is said at the return. */
const refundsOf = ({ refunds }: Order) => ({
  due: refunds.filter(({ refunded_at: at }) => at === null),
  sent: refunds.filter(({ refunded_at: at, reason }) => at !== null && reason !== 'returned'),
})

function Refunds({ refunds, className }: { refunds: Order['refunds']; className: string }) {
  if (refunds.length === 0) return null
  return (
    <div className={className}>
      {refunds.map((refund) => (
        <p key={refund.id}>
          {describeRefund(refund)} {refundProgress(refund.refunded_at, refund.reason)}
        </p>
      ))}
    </div>
  )
}

function Progress({ order }: { order: Order }) {
  return (
    <section className="panel" aria-labelledby="progress-title">
      <h2 id="progress-title">{m.orders_progress()}</h2>
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
      <h2 id="delivery-title">{m.orders_delivery()}</h2>
      <AddressLines lines={shipping} />
      <DeliveryNote note={order.notes} />
      <p>
        {storedWords(order.shipping_method)}
        {m.orders_stop()}
        {order.tracking_number || !stepsAhead(order.status).includes('Shipped') ? null : m.orders_number_later()}
      </p>
      {order.tracking_number ? <TrackingNumber number={order.tracking_number} url={trackingUrl} /> : null}
      <h3>{m.orders_billing()}</h3>
      {billing.join() === shipping.slice(0, billing.length).join() ? (
        <p>{m.orders_same_as_delivery()}</p>
      ) : (
        <AddressLines lines={billing} />
      )}
    </section>
  )
}

function AddressLines({ lines }: { lines: string[] }) {
  return (
    <address>
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

/** Renders the shopper's note to the rider, if any. */
export function DeliveryNote({ note }: { note: string | null }) {
  return note ? (
    <div>
      <h3>{m.orders_note()}</h3>
      <p {...freeText(note)}>{note}</p>
    </div>
  ) : null
}
