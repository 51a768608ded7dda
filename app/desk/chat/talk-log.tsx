import type { Message } from '~/chat/chat'
import { shownPending } from '~/chat/state/shown'
import { formatMoney } from '~/platform/money'
import { formatAgo } from '~/chat/ago'
import { freeText } from '~/ui/free-text'
import type { OpenTalk } from './live/use-talk'

/**
 * The messages of a conversation: the shopper's on one side, the desk's on the other. Screen readers announce new ones, and CSS keeps it
 * scrolled to the end.
 */
export function TalkLog({ open: { state } }: { open: OpenTalk }) {
  const { messages, now, phase } = state.chat
  const pending = shownPending(state.chat)
  return (
    <div className="log desk-log" role="log" tabIndex={0} aria-label="Messages">
      <div className="messages">
        {messages.map((message) => (
          <Bubble key={message.id} message={message} now={now} />
        ))}
        {pending ? (
          <div className="bubble you">
            <p {...freeText(pending.text)}>{pending.text}</p>
            {pending.file ? <p className="small">{pending.file.name}</p> : null}
            {phase === 'sending' ? <small className="sending">Sending…</small> : null}
          </div>
        ) : null}
      </div>
    </div>
  )
}

const LOOKS = { you: 'bubble', agent: 'bubble you', system: 'system' } as const
const NAMES = { you: 'Shopper', agent: 'Desk', system: 'The shop' } as const

function Bubble({ message, now }: { message: Message; now: number }) {
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
