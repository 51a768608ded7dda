import { arrivalWords } from './arrival'

/** When an order that is placed now would arrive (`promise`); nothing where that isn't known. */
export function ArrivalLine({ promise }: { promise: string | null }) {
  return promise ? <p className="arrival">{promise}</p> : null
}

/** When an order is expected, from the days it was placed with; nothing for one without, and for one that is over. */
export function ExpectedArrival({ order }: { order: ExpectedOrder }) {
  const words = expectedWords(order)
  return words ? (
    <p className="arrival">
      Arrives <b>{words}</b>
    </p>
  ) : null
}

export interface ExpectedOrder {
  status: string
  arrives_from: string | null
  arrives_until: string | null
}

/** Nothing is expected of an order that is not paid, and of one that has come or won't. */
const NOT_EXPECTED = new Set(['Pending', 'PaymentPending', 'PaymentFailed', 'Delivered', 'Cancelled'])

/** Returns 'Thu 26 Nov – Mon 30 Nov' for an order that is on its way, else null. */
export function expectedWords({ status, arrives_from: from, arrives_until: until }: ExpectedOrder): string | null {
  return from && until && !NOT_EXPECTED.has(status) ? arrivalWords({ from, until }) : null
}
