import { statusLook } from '~/orders/order'
import { formatMoney } from '~/platform/money'
import { dateWords } from '../dates'
import type { OrderListRow } from './orders.server'
import { OrderLink } from '../list/table'

export function OrderLinks({ orders }: { orders: readonly OrderListRow[] }) {
  if (orders.length === 0) return <p className="muted">No orders yet.</p>
  return (
    <ul className="stack">
      {orders.map(({ order_id: orderId, status, total_amount: total, created_at: placed }) => {
        const look = statusLook(status)
        return (
          <li key={orderId}>
            <OrderLink id={orderId} /> <span className={look.badge}>{look.label}</span>
            <br />
            <span className="muted small">
              {dateWords(placed)}, {formatMoney(total)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
