import { m } from '~/language/messages'
import { formatDateTime } from '~/platform/time'
import { storedWords } from '../stored-words'
import { statusLook, stepsAhead, type Status } from '../order'

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
          <b>{status === 'Pending' ? m.orders_step_placed() : statusLook(status).label}</b>
          <br />
          <span className="muted small">
            {formatDateTime(timestamp)}
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
