import { useLoaderData } from '@remix-run/react'
import { atDesk } from '../desk.server'
import { deskPage } from '../desk-page'
import { Tabs } from '../list/filters'
import { listAddress } from '../list/list-address'
import { Pages } from '../list/list-page'
import { InboxList } from './inbox-list.area'
import { inboxUrl, TALK_FILTERS, talkFilter, type TalkFilter } from './talk-filters'
import { listTalks } from './talks.server'

export const { handle, meta } = deskPage('Chat', { hasAreas: true })

export const loader = atDesk(async ({ operator, request }) => {
  const { parameters, page } = listAddress(request)
  const filter = talkFilter(parameters)
  return { filter, page, now: Date.now(), ...(await listTalks(operator, filter, page)) }
})

export default function Inbox() {
  const { filter, page, now, rows, total } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Chat: {TALK_FILTERS[filter].toLowerCase()}</h1>
      <Tabs
        name="Lists of conversations"
        tabs={(Object.keys(TALK_FILTERS) as TalkFilter[]).map((name) => [inboxUrl(name), TALK_FILTERS[name]])}
        shown={inboxUrl(filter)}
      />
      <InboxList filter={filter} page={page} list={{ rows, total }} now={now} />
      <Pages total={total} urlOf={(other) => inboxUrl(filter, other)} />
    </>
  )
}
