import { formatDateTime } from '~/platform/time'
import { statusLook, type Status } from './order'

/** Every status an order has had, with its time. */
export function Timeline({ history }: { history: { status: Status; timestamp: string; note?: string | null }[] }) {
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
    </ol>
  )
}
