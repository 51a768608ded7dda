import { formatAgo } from '~/chat/words/ago'
import { freeText } from '~/ui/free-text'
import type { Talk } from './talks.server'

export function TalkList({ talks, now }: { talks: readonly Talk[]; now: number }) {
  return (
    <ul className="stack">
      {talks.map((talk) => (
        <li key={talk.id} className="panel">
          <a className="link" href={`/desk/chat/${talk.id}`}>
            <span {...freeText(talk.name)}>{talk.name || talk.email || 'A shopper'}</span>: <bdi>{talk.title}</bdi>
          </a>
          {talk.excerpt ? <p {...freeText(talk.excerpt)}>{talk.excerpt}</p> : null}
          <p className="muted small">
            {talk.waiting_since
              ? `Waiting, wrote ${formatAgo(Date.parse(talk.waiting_since), now)}`
              : `Last message ${formatAgo(Date.parse(talk.last_message_time), now)}`}
            {talk.status === 'closed' ? ' · closed' : ''}
            {talk.assignee_email ? ` · ${talk.assignee_email}` : ''}
          </p>
        </li>
      ))}
    </ul>
  )
}
