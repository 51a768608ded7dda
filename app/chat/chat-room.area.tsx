import { area } from '~/platform/hydration/area'
import { ChatPanel } from './chat-panel'
import type { ChatPage } from './chat.server'
import type { RefusedForm } from './state/chat-state'
import { sortedConversations } from './state/shown'
import { useChat } from './use-chat'
import { m } from '~/language/messages'
import { formatAgo } from './words/ago'
import { Icon } from '~/ui/icon'
import { CHAT, shownTitle, type Conversation } from './chat'

export const ChatRoom = area('chat/chat-room', Room)

interface RoomProps {
  page: ChatPage
  /** The refusal of a form that was posted without JavaScript. */
  refused?: RefusedForm
}

function Room({ page, refused }: RoomProps) {
  const chat = useChat(page, refused)
  const { state, mode } = chat
  return (
    <div className="chat" data-open={state.conversation || mode ? true : undefined}>
      <ConversationList conversations={sortedConversations(state)} current={state.conversation?.id} now={state.now} />
      <ChatPanel chat={chat} page={page} />
    </div>
  )
}

interface ConversationListProps {
  /** Null when loading them failed. */
  conversations: Conversation[] | null
  current?: string
  /** Milliseconds since 1970. */
  now: number
}

function ConversationList({ conversations, current, now }: ConversationListProps) {
  return (
    <aside className="panel conversations" aria-labelledby="conversations-title">
      <h2 id="conversations-title">{m.chat_recent_conversations()}</h2>
      {conversations ? null : <p className="muted">{m.chat_no_conversations_now()}</p>}
      {conversations?.length === 0 ? <p className="muted">{m.chat_no_recent_conversations()}</p> : null}
      <ul>
        {conversations?.map((one) => (
          <li key={one.id}>
            <a href={`${CHAT}?conversation=${one.id}#chat`} aria-current={one.id === current ? 'page' : undefined}>
              <span className="status">
                <Icon
                  name={one.status === 'open' ? 'message' : 'closed'}
                  label={one.status === 'open' ? m.chat_open() : m.chat_closed()}
                />
              </span>{' '}
              <span>
                <bdi>{shownTitle(one.title)}</bdi>{' '}
                <time className="muted small" dateTime={new Date(one.lastMessageAt).toISOString()}>
                  {formatAgo(one.lastMessageAt, now)}
                </time>
              </span>{' '}
              {one.unread > 0 ? (
                <span className="badge unread">
                  {one.unread}
                  <span className="hidden-visually"> {m.chat_unread()}</span>
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
      <a className="button button-outline button-wide" href={CHAT}>
        {m.chat_start_new_chat()}
      </a>
    </aside>
  )
}
