import { formatAgo } from '~/platform/time'
import type { ShownTalk } from './live/talk-state'

interface TalkLineProps {
  talk: ShownTalk
  /** Milliseconds since 1970. */
  now: number
  /** Whether the page receives messages by itself. */
  isLive: boolean
}

/** Who a conversation is with, whether they wait, and what it is about. */
export function TalkLine({ talk, now, isLive }: TalkLineProps) {
  return (
    <p>
      <a className="link" href={`/desk/people/${talk.shopper}`}>
        <bdi>{talk.name || talk.email || 'The shopper'}</bdi>
      </a>{' '}
      {talk.phone ? <bdi dir="ltr">{talk.phone}</bdi> : null}
      {talk.waiting_since ? `, waiting, wrote ${formatAgo(Date.parse(talk.waiting_since), now)}` : ''}
      {talk.status === 'closed' ? ', closed' : ''}
      {talk.assignee_email ? `, answered by ${talk.assignee_email}` : ''}
      {talk.about ? (
        <>
          , about{' '}
          <a className="link unbroken" href={`/desk/orders/${talk.about}`}>
            {talk.about}
          </a>
        </>
      ) : null}
      .{' '}
      {isLive ? null : (
        <a className="link" href={`/desk/chat/${talk.id}`}>
          Refresh
        </a>
      )}
    </p>
  )
}
