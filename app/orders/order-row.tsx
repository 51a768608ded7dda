import { m } from '~/language/messages'
import { formatMoney } from '~/platform/money'
import { formatDate } from '~/platform/time'
import { Icon } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import { ExpectedArrival } from '~/delivery/arrival-line'
import { isRepayable, productNames, statusLook } from './order'
import type { ListedOrder } from './orders.server'

/** Renders an order in a list, with Re Pay or a link to its details (OR-04 to OR-06). */
export function OrderRow({ order, takesCards = false }: { order: ListedOrder; takesCards?: boolean }) {
  const [first] = order.order_items
  const count = order.order_items.reduce((sum, { quantity }) => sum + quantity, 0)
  const look = statusLook(order.status)
  const url = `/profile/active-orders/${order.order_id}`
  return (
    <article className="order-row">
      <a href={url} tabIndex={-1} aria-hidden="true">
        <Picture source={first?.product_image} alt="" widths={[160]} sizes="64px" />
      </a>
      <div>
        <h2>
          <a className="unbroken" href={url}>
            {order.order_id}
          </a>
        </h2>
        <p dir="auto">{productNames(order.order_items)}</p>
        <p className="muted small">
          {m.orders_date_and_items({ date: formatDate(order.created_at), items: m.orders_item_count({ count }) })}
        </p>
        <ExpectedArrival order={order} />
        <p>
          <span className={look.badge}>{look.label}</span>
        </p>
      </div>
      <p className="price">{formatMoney(order.total_amount)}</p>
      {takesCards && isRepayable(order.status) && order.payment_method === 'payfast' ? (
        <form method="post" action={`/pay/${order.order_id}`}>
          <button className="button" aria-label={m.orders_repay_order({ order: order.order_id })}>
            {m.orders_repay()}
          </button>
        </form>
      ) : (
        <a className="icon-button" href={url}>
          <Icon name="right" label={m.orders_details_of({ order: order.order_id })} />
        </a>
      )}
    </article>
  )
}
