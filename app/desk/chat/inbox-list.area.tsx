import { useCallback, useState } from 'react'
import { useLiveMessages, type LiveEvent } from '~/chat/live/use-live-messages'
import { area } from '~/platform/hydration/area'
import { counted } from '~/platform/text'
import { inboxLiveUrl, inboxUrl, type TalkFilter } from './talk-filters'
import { TalkList } from './talk-list'
import type { listTalks } from './talks.server'

export const InboxList = area('desk/chat/inbox-list', List)

type ListedTalks = Awaited<ReturnType<typeof listTalks>>

interface ListProps {
  filter: TalkFilter
  page: number
  list: ListedTalks
  /** Milliseconds since 1970. */
  now: number
}

function List({ filter, page, list, now }: ListProps) {
  const [shown, show] = useState({ ...list, now, isLive: false })
  const tell = useCallback((event: LiveEvent<ListedTalks>) => {
    if (event.type === 'connected') show((before) => ({ ...before, isLive: event.isLive }))
    if (event.type === 'listed') show((before) => ({ ...before, ...event.conversations, now: Date.now() }))
  }, [])
  useLiveMessages({ address: inboxLiveUrl(filter, page), position: 0, isLive: shown.isLive, tell })
  return (
    <div className="stack">
      <p className="desk-pages">
        <span role="status">{counted(shown.total, 'conversation')}</span>
        {shown.isLive ? null : (
          <a className="link" href={inboxUrl(filter)}>
            Refresh
          </a>
        )}
      </p>
      {shown.rows.length > 0 ? <TalkList talks={shown.rows} now={shown.now} /> : <p className="muted">Nothing here.</p>}
    </div>
  )
}
