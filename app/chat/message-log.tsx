import { m } from '~/language/messages'
import { formatAgo } from './words/ago'
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
    <div className="log" role="log" tabIndex={0} aria-label={m.chat_messages()}>
      <div className="messages">
        {messages.length === 0 && !pending ? <p className="system">{greeting}</p> : null}
        {messages.map((message) => (
          <Bubble key={message.id} message={message} now={now} />
        ))}
        {offering && !pending ? (
          <ChatForm chat={chat} intent="send" className="options" label={m.chat_answers_to_choose_from()}>
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
            <small>{m.chat_you()}</small>
            <p {...freeText(pending.text)}>{pending.text}</p>
            {pending.file ? <p className="small">{pending.file.name}</p> : null}
            {phase === 'sending' ? <small className="sending">{m.chat_sending()}</small> : null}
          </div>
        ) : null}
        {phase === 'replying' ? (
          <p className="typing">
            <i />
            <i />
            <i />
            <span className="hidden-visually">{m.chat_an_answer_is_on_its_way()}</span>
          </p>
        ) : null}
        {isReply ? (
          <div className="system">
            <p>{refusal.problem}</p>
            <a className="link" href={`${CHAT}?mode=general#chat`}>
              {m.chat_start_a_general_chat()}
            </a>
          </div>
        ) : null}
      </div>
    </div>
  )
}

const LABELS = { you: m.chat_you, agent: m.chat_support_agent, system: () => null } as const

function Bubble({ message, now }: { message: Message; now: number }) {
  const { sender, text, attachment, order, at } = message
  const label = LABELS[sender]()
  return (
    <div className={sender === 'system' ? 'system' : `bubble ${sender}`}>
      {label ? <small>{label}</small> : null}
      {text ? <p {...freeText(text)}>{text}</p> : null}
      {order ? <OrderBlock order={order} /> : null}
      {attachment?.isImage ? (
        <a href={attachment.url} target="_blank" rel="noreferrer">
          <img className="attached" src={attachment.url} alt={m.chat_attachment()} loading="lazy" />
        </a>
      ) : null}
      {attachment && !attachment.isImage ? (
        <p>
          <a href={attachment.url} target="_blank" rel="noreferrer">
            {m.chat_view_attachment()}
          </a>
        </p>
      ) : null}
      <small>
        <time dateTime={new Date(at).toISOString()}>{formatAgo(at, now)}</time>
      </small>
    </div>
  )
}
