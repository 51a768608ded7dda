import { m } from '~/language/messages'
import { formatAgo } from './words/ago'
import { freeText } from '~/ui/free-text'
import { CHAT, openOptions, type Message, type ChatOrder, type ChatOrderItem } from './chat'
import { ChatForm } from './chat-form'
import { shownMessages, shownPending } from './state/shown'
import type { Chat } from './use-chat'
import { listed, nameOf } from '~/language/names'
import { STATUSES, statusLook } from '~/orders/order'
import { formatMoney } from '~/platform/money'
import { Picture } from '~/ui/picture'
import { OldPrice } from '~/ui/old-price'

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

function OrderBlock({ order }: { order: ChatOrder }) {
  const count = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const status = STATUSES.find((known) => known === order.status)
  const look = status ? statusLook(status) : { label: order.status, badge: 'badge' }
  return (
    <div className="order-block">
      <p className="order-block-head">
        <strong>{m.chat_items({ count, total: formatMoney(order.total) })}</strong>
        <span className={look.badge}>{look.label}</span>
      </p>
      <ul>
        {order.items.map((item) => (
          <Item key={[item.name, item.size, item.color].join()} item={item} />
        ))}
      </ul>
      <a className="link" href={`/profile/active-orders/${order.orderId}`}>
        {m.chat_see_order({ order: order.orderId })}
      </a>
    </div>
  )
}

function Item({ item }: { item: ChatOrderItem }) {
  const about = listed([item.size, item.color && nameOf('color', item.color)])
  const isReduced = item.priceAtPurchase < item.price
  return (
    <li className="order-item">
      <Picture source={item.image} alt="" widths={[160]} sizes="64px" />
      <div>
        <span {...freeText(item.name)}>{item.name}</span>
        <p className="muted small">
          {about}
          <br />
          {m.chat_quantity({ count: item.quantity })}
        </p>
        {isReduced ? (
          <span className="badge" dir="ltr">
            -{Math.round((1 - item.priceAtPurchase / item.price) * 100)}%
          </span>
        ) : null}
      </div>
      <span className="price">
        {formatMoney(item.priceAtPurchase)}
        {isReduced ? <OldPrice price={item.price} /> : null}
      </span>
    </li>
  )
}
