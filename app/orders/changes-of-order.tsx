import { m } from '~/language/messages'
import { formatDateTime } from '~/platform/time'
import { changeLines } from './change-lines'
import type { OrderChange } from './order-rows'

interface ChangesProps {
  changes: readonly OrderChange[]
  /** How times are shown. */
  timeOf?: (moment: string) => string
}

/** What was changed in an order, when, and by whom. Renders nothing if nothing was. */
export function ChangesOfOrder({ changes, timeOf = formatDateTime }: ChangesProps) {
  if (changes.length === 0) return null
  return (
    <section className="order-changes" aria-labelledby="order-changes">
      <h3 id="order-changes">{m.orders_what_changed()}</h3>
      {changes.map(({ at, by, before, after }) => (
        <div key={at} className="small">
          <p className="muted">
            {timeOf(at)} · {by === 'shopper' ? m.orders_changed_by_shopper() : m.orders_by_shop()}
          </p>
          <ul>
            {changeLines(before, after).map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
