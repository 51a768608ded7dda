import { ExpectedArrival, expectedWords } from '~/delivery/arrival-line'
import { statusLook } from '../order'
import { Timeline } from './timeline'
import type { Tracked } from './track-order.server'
import { TrackingNumber } from './tracking-number'

/** Renders an order's status and history, without personal data. */
export function TrackedOrder({ order, trackingUrl }: { order: Tracked; trackingUrl: string | null }) {
  const look = statusLook(order.status)
  return (
    <section className="panel stack tracked" aria-labelledby="tracked-title" role="status">
      <div className="order-head">
        <h2 className="unbroken" id="tracked-title">
          {order.order_id}
        </h2>
        <span className={look.badge}>{look.label}</span>
      </div>
      <ExpectedArrival order={order} />
      {order.tracking_number ? <TrackingNumber number={order.tracking_number} url={trackingUrl} /> : null}
      <Timeline history={order.history} expected={expectedWords(order)} />
    </section>
  )
}
