import { freeText } from '~/ui/free-text'
import { agoWords } from '../dates'
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
              ? `Waiting, wrote ${agoWords(talk.waiting_since, now)}`
              : `Last message ${agoWords(talk.last_message_time, now)}`}
            {talk.status === 'closed' ? ' · closed' : ''}
            {talk.assignee_email ? ` · ${talk.assignee_email}` : ''}
          </p>
        </li>
      ))}
    </ul>
  )
}
