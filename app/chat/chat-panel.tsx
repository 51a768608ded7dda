import { m } from '~/language/messages'
import { Icon } from '~/ui/icon'
import { Notice } from '~/ui/progress/notice'
import { CHAT, shownTitle, TILES, type Mode } from './chat'
import type { ChatPage } from './chat.server'
import { CommonQuestions } from './common-questions'
import { MessageBox } from './message-box'
import { MessageLog } from './message-log'
import type { Chat } from './use-chat'
import { SubmitButton } from '~/ui/submit-button'
import { ChatForm } from './chat-form'

const ICONS = { order: 'parcel', general: 'message', predefined: 'question' } as const

const GREETINGS: Record<Mode, () => string> = {
  order: m.chat_greeting_order,
  general: m.chat_greeting_general,
  predefined: m.chat_greeting_quick,
}

export function ChatPanel({ chat, page }: { chat: Chat; page: ChatPage }) {
  const { mode, state } = chat
  const { conversation, refusal } = state
  const isChosen = conversation !== null || mode !== null || page.problem !== null
  return (
    <section className="panel chat-panel" id="chat" aria-labelledby="chat-title">
      <header>
        {isChosen ? (
          <a className="icon-button" href={CHAT}>
            <Icon name="left" label={m.chat_back_to_all_conversations()} />
          </a>
        ) : null}
        <h1 id="chat-title">{conversation ? shownTitle(conversation.title) : m.chat_title()}</h1>
        {conversation && !chat.isLive ? (
          // The query must differ each time; a link that only changes the hash doesn't reload the page.
          <a className="link" href={`${CHAT}?conversation=${conversation.id}&at=${state.now}#chat`}>
            {m.chat_refresh()}
          </a>
        ) : null}
      </header>
      {page.problem ? <Notice type="error">{page.problem}</Notice> : null}
      {isChosen ? null : <Tiles />}
      {mode === 'predefined' ? <CommonQuestions chat={chat} questions={page.questions} /> : null}
      {mode ? (
        <>
          <Earlier page={page} />
          <MessageLog chat={chat} greeting={GREETINGS[mode]()} />
          {refusal && !refusal.isReply ? <Notice type="error">{refusal.problem}</Notice> : null}
          {mode === 'order' && !conversation ? <OrderNumberForm chat={chat} /> : null}
          {(mode === 'order' && !conversation) || page.isPast ? null : <MessageBox chat={chat} />}
        </>
      ) : null}
    </section>
  )
}

function Earlier({ page: { conversation, earlier, isPast } }: { page: ChatPage }) {
  if (!conversation || (!earlier && !isPast)) return null
  return (
    <p className="earlier">
      {earlier ? (
        <a className="link" href={`${CHAT}?conversation=${conversation.id}&before=${earlier}#chat`}>
          {m.chat_earlier_messages()}
        </a>
      ) : null}
      {isPast ? (
        <a className="link" href={`${CHAT}?conversation=${conversation.id}#chat`}>
          {m.chat_latest_messages()}
        </a>
      ) : null}
    </p>
  )
}

function Tiles() {
  return (
    <div className="tiles">
      <p className="muted">{m.chat_how_can_we_help()}</p>
      <ul>
        {TILES.map(({ mode, name, about }) => (
          <li key={mode}>
            <a href={`${CHAT}?mode=${mode}#chat`}>
              <Icon name={ICONS[mode]} />
              <strong>{name()}</strong> <span className="muted small">{about()}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Asks for the order number; shown before the message box (CT-15). */
function OrderNumberForm({ chat }: { chat: Chat }) {
  const { orderNumber, isScripted } = chat.state
  return (
    <ChatForm chat={chat} intent="order" className="order-number" label={m.chat_your_order()} text={orderNumber}>
      <input
        name="orderNumber"
        aria-label={m.chat_order_number()}
        placeholder={m.chat_order_number_hint()}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="search"
        maxLength={60}
        value={orderNumber}
        onChange={(event) => chat.tell({ type: 'order number typed', orderNumber: event.currentTarget.value })}
      />
      <SubmitButton
        className="button"
        busy={m.chat_finding()}
        isPending={chat.isSending}
        disabled={isScripted && !orderNumber.trim()}
      >
        {m.chat_find_order()}
      </SubmitButton>
    </ChatForm>
  )
}
