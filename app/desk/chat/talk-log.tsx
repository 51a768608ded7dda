import { formatMoney } from '~/platform/money'
import { formatAgo } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import type { DeskMessageRow } from './talk-rows'

/** The messages of a conversation: the shopper's on one side, the desk's on the other. `now` is in milliseconds since 1970. */
export function TalkLog({ messages, now }: { messages: readonly DeskMessageRow[]; now: number }) {
  return (
    <div className="messages" role="log" aria-label="Messages">
      {messages.map((message) => (
        <Bubble key={message.id} message={message} now={now} />
      ))}
    </div>
  )
}

const LOOKS = { you: 'bubble', agent: 'bubble you', system: 'system' } as const
const NAMES = { you: 'Shopper', agent: 'Desk', system: 'The shop' } as const

function Bubble({ message, now }: { message: DeskMessageRow; now: number }) {
  const { sender, text, attachment, order, options, at, by } = message
  return (
    <div className={LOOKS[sender]}>
      <small>{sender === 'agent' && by ? by : NAMES[sender]}</small>
      {text ? <p {...freeText(text)}>{text}</p> : null}
      {order ? (
        <p>
          <a className="link" href={`/desk/orders/${encodeURIComponent(order.orderId)}`}>
            {order.orderId}
          </a>
          , {formatMoney(order.total)}
        </p>
      ) : null}
      {options.length > 0 ? <p className="small">Offered: {options.join(' · ')}</p> : null}
      {attachment ? (
        <p>
          <a href={`/desk/chat/attachments/${message.id}`} target="_blank" rel="noreferrer">
            {attachment.isImage ? 'See the picture' : 'See the file'}
          </a>
        </p>
      ) : null}
      <small>
        <time dateTime={new Date(at).toISOString()}>{formatAgo(at, now)}</time>
      </small>
    </div>
  )
}
