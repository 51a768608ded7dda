import { statusLook } from './order'
import { Timeline } from './timeline'
import type { Tracked } from './track-order.server'

/** The way of a parcel, and nothing of who it goes to. */
export function TrackedOrder({ order }: { order: Tracked }) {
  const look = statusLook(order.status)
  return (
    <section className="panel stack tracked" aria-labelledby="tracked-title" role="status">
      <div className="order-head">
        <h2 id="tracked-title">{order.order_id}</h2>
        <span className={look.badge}>{look.label}</span>
      </div>
      {order.tracking_number ? <p>Tracking number {order.tracking_number}.</p> : null}
      <Timeline history={order.history} />
    </section>
  )
}
