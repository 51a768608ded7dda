import { m } from '~/language/messages'
import { formatDateTime } from '~/platform/time'
import { statusLook, stepsAhead, type Status } from '../order'
import { ExpectedArrival, expectedWords } from '~/delivery/arrival-line'
import type { Tracked } from './track-order.server'

interface TimelineProps {
  history: { status: Status; timestamp: string; note?: string | null }[]
  /** The expected arrival in words, or null. */
  expected?: string | null
  /** How times are shown. */
  timeOf?: (moment: string) => string
}

/** Renders an order's past statuses with their times, and the steps ahead. */
export function Timeline({ history, expected = null, timeOf = formatDateTime }: TimelineProps) {
  const current = history.at(-1)?.status
  const ahead = current ? stepsAhead(current) : []
  return (
    <ol className="timeline">
      {history.map(({ status, timestamp, note }) => (
        <li key={status + timestamp}>
          <b>{status === 'Pending' ? m.orders_step_placed() : statusLook(status).label}</b>
          <br />
          <span className="muted small">
            {timeOf(timestamp)}
            {note ? `. ${storedWords(note)}` : ''}
          </span>
        </li>
      ))}
      {ahead.map((status) => (
        <li key={status} className="ahead">
          {statusLook(status).label}
          <br />
          <span className="muted small">
            {status === 'Delivered' && expected ? m.orders_expected({ days: expected }) : m.orders_to_come()}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Renders a tracking number, with a link to the courier if COURIER_TRACKING_URL is set. */
export function TrackingNumber({ number, url }: { number: string; url: string | null }) {
  return (
    <p className="tracking">
      {m.orders_tracking_number()} <span className="unbroken">{number}</span>
      {m.orders_stop()}{' '}
      {url ? (
        <a className="link" href={url} rel="noreferrer">
          {m.orders_on_couriers_page()}
        </a>
      ) : null}
    </p>
  )
}

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

/** What the shop itself writes into orders, in English, by its text. What somebody typed isn't among it. */
const WRITTEN = new Map<string, () => string>([
  ['Standard Method', m.orders_standard_method],
  ['Payment was cancelled or failed', m.orders_payment_cancelled],
  ['Failed to initiate payment', m.orders_payment_not_initiated],
  ['Payment was not confirmed', m.orders_payment_not_confirmed],
  ['Payment not confirmed yet', m.orders_payment_not_confirmed_yet],
  ['Your payment arrived too late: the order had lapsed and is sold out.', m.orders_payment_too_late],
  ['We could not reach you to confirm this order.', m.orders_not_reached],
  ['Cash on delivery instead of card', m.orders_cash_instead],
  ['Cancelled by the shopper', m.orders_by_shopper],
  ['Cancelled by the shop', m.orders_cancelled_by_shop],
  ['Changed by the shop', m.orders_by_shop],
  ['Changed by the shopper', m.orders_changed_by_shopper],
])

/** The same before a reason that somebody typed. */
const BECAUSE = new Map<string, (inputs: { reason: string }) => string>([
  ['Cancelled by the shopper', m.orders_by_shopper_because],
  ['Cancelled by the shop', m.orders_cancelled_by_shop_because],
  ['Corrected by the shop', m.orders_corrected_by_shop],
])

/** Returns a text of an order in the page's language if the shop wrote it, else as it is. */
export function storedWords(text: string): string {
  const [, count] = /^We called (\d+) times and couldn’t reach you$/.exec(text) ?? []
  if (count) return m.orders_called({ count })
  const [, words = '', reason = ''] = /^(.*?): (.*)$/s.exec(text) ?? []
  return WRITTEN.get(text)?.() ?? BECAUSE.get(words)?.({ reason }) ?? text
}
