import { formatDateTime } from '~/platform/time'
import { statusLook, stepsAhead, type Status } from './order'

interface TimelineProps {
  history: { status: Status; timestamp: string; note?: string | null }[]
  /** The expected arrival in words, or null. */
  expected?: string | null
}

/** Renders an order's past statuses with their times, and the steps ahead. */
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
