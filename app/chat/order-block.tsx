import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { STATUSES, statusLook } from '~/orders/order'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import type { ChatOrder, ChatOrderItem } from './chat'

/** An order's details within a conversation: status, total and items. */
export function OrderBlock({ order }: { order: ChatOrder }) {
  const count = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const status = STATUSES.find((known) => known === order.status)
  const look = status ? statusLook(status) : { label: order.status, badge: 'badge' }
  return (
    <div className="order-block">
      <p className="order-block-head">
        <strong>{m.chat_items({ count, total: formatMoney(order.total) })}</strong>
        <span className={look.badge}>{look.label}</span>
      </p>
      <ul>
        {order.items.map((item) => (
          <Item key={[item.name, item.size, item.color].join()} item={item} />
        ))}
      </ul>
      <a className="link" href={`/profile/active-orders/${order.orderId}`}>
        {m.chat_see_order({ order: order.orderId })}
      </a>
    </div>
  )
}

function Item({ item }: { item: ChatOrderItem }) {
  const about = listed([item.size, item.color && nameOf('color', item.color)])
  const isReduced = item.priceAtPurchase < item.price
  return (
    <li className="order-item">
      <Picture source={item.image} alt="" widths={[160]} sizes="64px" />
      <div>
        <span {...freeText(item.name)}>{item.name}</span>
        <p className="muted small">
          {about}
          <br />
          {m.chat_quantity({ count: item.quantity })}
        </p>
        {isReduced ? (
          <span className="badge" dir="ltr">
            -{Math.round((1 - item.priceAtPurchase / item.price) * 100)}%
          </span>
        ) : null}
      </div>
      <span className="price">
        {formatMoney(item.priceAtPurchase)}
        {isReduced ? <s>{formatMoney(item.price)}</s> : null}
      </span>
    </li>
  )
}
