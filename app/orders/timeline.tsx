import { formatDateTime } from '~/platform/time'
import { statusLook, stepsAhead, type Status } from './order'

interface TimelineProps {
  history: { status: Status; timestamp: string; note?: string | null }[]
  /** When it is expected, in words; null when nothing is. */
  expected?: string | null
}

/** Every status an order has had, with its time, and the steps that are still ahead of it. */
export function Timeline({ history, expected = null }: TimelineProps) {
  const current = history.at(-1)?.status
  const ahead = current ? stepsAhead(current) : []
  return (
    <ol className="timeline">
      {history.map(({ status, timestamp, note }) => (
        <li key={status + timestamp}>
          <b>{status === 'Pending' ? 'Order placed' : statusLook(status).label}</b>
          <br />
          <span className="muted small">
            {formatDateTime(timestamp)}
            {note ? `. ${note}` : ''}
          </span>
        </li>
      ))}
      {ahead.map((status) => (
        <li key={status} className="ahead">
          {statusLook(status).label}
          <br />
          <span className="muted small">
            {status === 'Delivered' && expected ? `Expected ${expected}` : 'Still to come'}
          </span>
        </li>
      ))}
    </ol>
  )
}
