import { statusLook } from '~/orders/order'
import { formatMoney } from '~/platform/money'
import { formatDateTime } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import { ACTION_WORDS, ACTIONS_FOR_MANY } from './order-actions'
import { markOf, orderListUrl, type OrderQuery } from './order-query'
import type { OrderListRow } from './order-rows'

/** Orders with checkboxes; the buttons below do something with all that are ticked. */
export function OrderTable({ rows, query }: { rows: readonly OrderListRow[]; query: OrderQuery }) {
  return (
    <form method="post" action={orderListUrl(query)} className="stack">
      <div className="desk-scroll" role="region" aria-label="Orders" tabIndex={0}>
        <table className="desk-table desk-orders">
          <thead>
            <tr>
              <th scope="col">
                <span className="hidden-visually">Choose</span>
              </th>
              <th scope="col">Order</th>
              <th scope="col">Shopper</th>
              <th scope="col">Status</th>
              <th scope="col" className="number">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.order_id}
                row={row}
                isTicked={query.task !== null && !['stale', 'mails'].includes(query.task)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <fieldset className="desk-buttons">
        <legend>With the ticked orders</legend>
        {ACTIONS_FOR_MANY.map((action) => (
          <button key={action} className="button button-outline" name="intent" value={action}>
            {ACTION_WORDS[action].button}
          </button>
        ))}
        <button className="button button-outline" formMethod="get" formAction="/desk/orders/slips">
          Packing slips
        </button>
        <button className="button button-outline" formMethod="get" formAction="/desk/orders/labels">
          Labels
        </button>
      </fieldset>
    </form>
  )
}

function Row({ row, isTicked }: { row: OrderListRow; isTicked: boolean }) {
  const look = statusLook(row.status)
  const { order_id: orderId, version } = row
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          name="order"
          value={markOf({ orderId, version })}
          aria-label={orderId}
          defaultChecked={isTicked}
        />
      </td>
      <td>
        <a className="link unbroken" href={`/desk/orders/${orderId}`}>
          {orderId}
        </a>
        <br />
        <span className="muted small">{formatDateTime(row.created_at)}</span>
      </td>
      <td>
        <span {...freeText(row.name)}>{row.name || '–'}</span>
        <br />
        <span className="muted small">
          <bdi>{row.city}</bdi> {row.phone ? <bdi dir="ltr">{row.phone}</bdi> : null}
        </span>
      </td>
      <td>
        <span className={look.badge}>{look.label}</span>
        <br />
        <span className="muted small">{stateOf(row)}</span>
      </td>
      <td className="number">
        {formatMoney(row.total_amount)}
        <br />
        <span className="muted small">
          {row.payment_method === 'cod' ? 'Cash' : 'Card'}, {row.pieces ?? 0} {row.pieces === 1 ? 'piece' : 'pieces'}
        </span>
      </td>
    </tr>
  )
}

/** What the status alone doesn't say. */
function stateOf({ status, payment_method, confirmed_at, packed_at, tracking_number }: OrderListRow): string {
  if (tracking_number) return tracking_number
  if (status !== 'Processing') return ''
  if (packed_at) return 'Packed'
  return payment_method === 'cod' ? (confirmed_at ? 'Confirmed' : 'Not confirmed') : ''
}
