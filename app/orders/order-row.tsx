import { formatMoney } from '~/platform/money'
import { counted } from '~/platform/text'
import { formatDate } from '~/platform/time'
import { Icon } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import { expectedWords } from '~/delivery/arrival-line'
import { isRepayable, productNames, statusLook } from './order'
import type { ListedOrder } from './orders.server'

/** Renders an order in a list, with Re Pay or a link to its details (OR-04 to OR-06). */
export function OrderRow({ order, takesCards = false }: { order: ListedOrder; takesCards?: boolean }) {
  const [first] = order.order_items
  const count = order.order_items.reduce((sum, { quantity }) => sum + quantity, 0)
  const look = statusLook(order.status)
  const expected = expectedWords(order)
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
          {formatDate(order.created_at)}, {counted(count, 'item')}
          {expected ? `. Arrives ${expected}` : ''}
        </p>
        <p>
          <span className={look.badge}>{look.label}</span>
        </p>
      </div>
      <p className="price">{formatMoney(order.total_amount)}</p>
      {takesCards && isRepayable(order.status) && order.payment_method === 'payfast' ? (
        <form method="post" action={`/pay/${order.order_id}`}>
          <button className="button" aria-label={`Re Pay ${order.order_id}`}>
            Re Pay
          </button>
        </form>
      ) : (
        <a className="icon-button" href={url}>
          <Icon name="right" label={`Details of ${order.order_id}`} />
        </a>
      )}
    </article>
  )
}
