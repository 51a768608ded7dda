import { formatAgo } from '~/chat/ago'
import { freeText } from '~/ui/free-text'
import { CHAT, openOptions, type Message } from './chat'
import { ChatForm } from './chat-form'
import { OrderBlock } from './order-block'
import { shownMessages, shownPending } from './state/shown'
import type { Chat } from './use-chat'

/** The messages of a conversation; screen readers announce new ones. CSS keeps it scrolled to the end without a script. */
export function MessageLog({ chat, greeting }: { chat: Chat; greeting: string }) {
  const { refusal, phase, now } = chat.state
  const messages = shownMessages(chat.state)
  const pending = shownPending(chat.state)
  const offering = openOptions(messages)
  const isReply = refusal?.isReply && !chat.isSending
  return (
    <div className="log" role="log" tabIndex={0} aria-label="Messages">
      <div className="messages">
        {messages.length === 0 && !pending ? <p className="system">{greeting}</p> : null}
        {messages.map((message) => (
          <Bubble key={message.id} message={message} now={now} />
        ))}
        {offering && !pending ? (
          <ChatForm chat={chat} intent="send" className="options" label="Answers to choose from">
            {offering.options.map((label) => (
              <button
                key={label}
                className="button button-outline"
                name="text"
                value={label}
                aria-disabled={chat.isSending || undefined}
              >
                {label}
              </button>
            ))}
          </ChatForm>
        ) : null}
        {pending ? (
          <div className="bubble you">
            <small>You</small>
            <p {...freeText(pending.text)}>{pending.text}</p>
            {pending.file ? <p className="small">{pending.file.name}</p> : null}
            {phase === 'sending' ? <small className="sending">Sending…</small> : null}
          </div>
        ) : null}
        {phase === 'replying' ? (
          <p className="typing">
            <i />
            <i />
            <i />
            <span className="hidden-visually">An answer is on its way</span>
          </p>
        ) : null}
        {isReply ? (
          <div className="system">
            <p>{refusal.problem}</p>
            <a className="link" href={`${CHAT}?mode=general#chat`}>
              Start a general chat
            </a>
          </div>
        ) : null}
      </div>
    </div>
  )
}

const LABELS = { you: 'You', agent: 'Support Agent', system: null } as const

function Bubble({ message, now }: { message: Message; now: number }) {
  const { sender, text, attachment, order, at } = message
  const label = LABELS[sender]
  return (
    <div className={sender === 'system' ? 'system' : `bubble ${sender}`}>
      {label ? <small>{label}</small> : null}
      {text ? <p {...freeText(text)}>{text}</p> : null}
      {order ? <OrderBlock order={order} /> : null}
      {attachment?.isImage ? (
        <a href={attachment.url} target="_blank" rel="noreferrer">
          <img className="attached" src={attachment.url} alt="Attachment, opens in a new tab" loading="lazy" />
        </a>
      ) : null}
      {attachment && !attachment.isImage ? (
        <p>
          <a href={attachment.url} target="_blank" rel="noreferrer">
            View Attachment
          </a>
        </p>
      ) : null}
      <small>
        <time dateTime={new Date(at).toISOString()}>{formatAgo(at, now)}</time>
      </small>
    </div>
  )
}
