import { m } from '~/language/messages'
import { arrivalWords } from './arrival'

/** Renders when an order placed now would arrive, if known. */
export function ArrivalLine({ promise }: { promise: string | null }) {
  return promise ? <p className="arrival">{promise}</p> : null
}

export function ExpectedArrival({ order }: { order: ExpectedOrder }) {
  const words = expectedWords(order)
  return words ? (
    <p className="arrival">
      {m.delivery_arrives()} <b>{words}</b>
    </p>
  ) : null
}

export interface ExpectedOrder {
  status: string
  arrives_from: string | null
  arrives_until: string | null
}

/** Statuses without an expected arrival. */
const NOT_EXPECTED = new Set([
  'Pending',
  'PaymentPending',
  'PaymentFailed',
  'Delivered',
  'ReturnedToOrigin',
  'Cancelled',
])

/** Returns 'Thu 26 Nov – Mon 30 Nov' for an order that is on its way, else null. */
export function expectedWords({ status, arrives_from: from, arrives_until: until }: ExpectedOrder): string | null {
  return from && until && !NOT_EXPECTED.has(status) ? arrivalWords({ from, until }) : null
}
