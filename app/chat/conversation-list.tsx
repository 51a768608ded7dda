import { formatAgo } from '~/chat/ago'
import { Icon } from '~/ui/icon'
import { CHAT, type Conversation } from './chat'

interface ConversationListProps {
  /** Null when loading them failed. */
  conversations: Conversation[] | null
  current?: string
  /** Milliseconds since 1970. */
  now: number
}

/** The left panel: the latest conversations, and the button to start a new one. */
export function ConversationList({ conversations, current, now }: ConversationListProps) {
  return (
    <aside className="panel conversations" aria-labelledby="conversations-title">
      <h2 id="conversations-title">Recent Conversations</h2>
      {conversations ? null : <p className="muted">Your conversations can’t be read right now.</p>}
      {conversations?.length === 0 ? <p className="muted">No recent conversations</p> : null}
      <ul>
        {conversations?.map((one) => (
          <li key={one.id}>
            <a href={`${CHAT}?conversation=${one.id}#chat`} aria-current={one.id === current ? 'page' : undefined}>
              <span className="status">
                <Icon
                  name={one.status === 'open' ? 'message' : 'closed'}
                  label={one.status === 'open' ? 'Open' : 'Closed'}
                />
              </span>{' '}
              <span>
                <bdi>{one.title}</bdi>{' '}
                <time className="muted small" dateTime={new Date(one.lastMessageAt).toISOString()}>
                  {formatAgo(one.lastMessageAt, now)}
                </time>
              </span>{' '}
              {one.unread > 0 ? (
                <span className="badge unread">
                  {one.unread}
                  <span className="hidden-visually"> unread</span>
                </span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
      <a className="button button-outline button-wide" href={CHAT}>
        Start New Chat
      </a>
    </aside>
  )
}
