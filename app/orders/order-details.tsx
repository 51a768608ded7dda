import { Fragment } from 'react'
import { formatMoney, toPaisa } from '~/platform/money'
import { formatDate } from '~/platform/time'
import { Picture } from '~/ui/picture'
import { PrintButton } from './print-button'
import { Timeline } from './timeline'
import { isRepayable, methodName, orderCosts, statusLook } from './order'
import { Sums } from './sums'
import { describeRefund, refundProgress } from './refund'
import type { Order, OrderItem } from './orders.server'

interface OrderDetailsProps {
  order: Order
  items: OrderItem[]
  /** Where the order is paid; null where the shop takes no cards. */
  repayUrl: string | null
}

/** Everything of one order: how far it is, where it goes, what is in it, what it costs. */
export function OrderDetails({ order, items, repayUrl }: OrderDetailsProps) {
  const look = statusLook(order.status)
  const total = formatMoney(toPaisa(order.total_amount))
  return (
    <>
      <div>
        <div className="order-head">
          <h1>{order.order_id}</h1>
          <span className={look.badge}>{look.label}</span>
        </div>
        <p className="muted small">
          Placed {formatDate(order.created_at)} · {methodName(order.payment_method)}
        </p>
        <PrintButton />
      </div>
      {order.failure_reason ? (
        <p className="notice" role="alert">
          {order.failure_reason}
        </p>
      ) : null}
      {order.refunds.map((refund) => (
        <p className={refund.refunded_at ? 'notice notice-ok' : 'notice'} key={refund.id}>
          {describeRefund(refund)} {refundProgress(refund.refunded_at)}
        </p>
      ))}
      <div className="order-panels">
        <Progress order={order} />
        <Delivery order={order} />
        <section className="panel stack whole" aria-labelledby="items-title">
          <h2 id="items-title">Items</h2>
          <ul className="stack">
            {items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
          <Sums costs={orderCosts(order)} />
          {repayUrl && isRepayable(order.status) && order.payment_method === 'payfast' ? (
            <form method="post" action={repayUrl}>
              <button className="button button-wide">Pay Now {total}</button>
            </form>
          ) : null}
        </section>
      </div>
    </>
  )
}

function Progress({ order }: { order: Order }) {
  return (
    <section className="panel" aria-labelledby="progress-title">
      <h2 id="progress-title">Progress</h2>
      <Timeline history={order.history} />
    </section>
  )
}

function Delivery({ order }: { order: Order }) {
  const shipping = addressLines(order.shipping_address)
  const billing = addressLines(order.billing_address)
  return (
    <section className="panel stack" aria-labelledby="delivery-title">
      <h2 id="delivery-title">Delivery</h2>
      <AddressLines lines={shipping} />
      <p className="muted small">
        {order.shipping_method}.{' '}
        {order.tracking_number
          ? `Tracking number ${order.tracking_number}.`
          : 'A tracking number appears here once shipped.'}
      </p>
      <h3>Billing</h3>
      {billing.join() === shipping.slice(0, billing.length).join() ? (
        <p>Same as delivery</p>
      ) : (
        <AddressLines lines={billing} />
      )}
    </section>
  )
}

function addressLines(address: Order['shipping_address']): string[] {
  return [
    `${address.first_name ?? ''} ${address.last_name ?? ''}`.trim(),
    [address.address_line1, address.apartment].filter(Boolean).join(', '),
    [address.city, address.postal_code, address.country].filter(Boolean).join(' '),
    address.phone ?? '',
  ].filter(Boolean)
}

function AddressLines({ lines }: { lines: string[] }) {
  return (
    <address dir="auto">
      {lines.map((line) => (
        <Fragment key={line}>
          <span>{line}</span>{' '}
        </Fragment>
      ))}
    </address>
  )
}

function Item({ item }: { item: OrderItem }) {
  const about = [item.selected_size, item.selected_color].filter(Boolean).join(', ')
  const isDiscounted = item.price_at_purchase < item.price
  const others = item.products?.product_media?.filter(({ url }) => url !== item.product_image).slice(0, 2) ?? []
  return (
    <li className="order-item">
      <Picture source={item.product_image} alt="" widths={[160]} sizes="64px" />
      <div>
        {item.products ? <a href={`/product/${item.products.slug}`}>{item.product_name}</a> : item.product_name}
        <p className="muted small">
          {about}
          <br />
          Qty {item.quantity} × {formatMoney(toPaisa(item.price_at_purchase))}
        </p>
        {item.products ? <p className="small item-about">{item.products.description}</p> : null}
        <p className="item-pictures">
          {others.map(({ url }) => (
            <Picture key={url} source={url} alt="" widths={[160]} sizes="48px" />
          ))}
        </p>
      </div>
      <span className="price">
        {formatMoney(toPaisa(item.subtotal))}{' '}
        {isDiscounted ? <s>{formatMoney(toPaisa(item.price) * item.quantity)}</s> : null}
      </span>
    </li>
  )
}
