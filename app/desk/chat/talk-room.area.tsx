import { area } from '~/platform/hydration/area'
import { formatAgo } from '~/chat/words/ago'
import { HandOver, type HandOverForms } from './hand-over'
import type { StartOfTalk, ShownTalk } from './live/talk-state'
import { useTalk } from './live/use-talk'
import type { QuickAnswers } from './quick-answers.server'
import { ReplyForm, type ReplyFields } from './reply-form'
import { TalkLog } from './talk-log'
import type { Colleague } from './talks.server'
import { Panel } from '../panel'
import { OrderLink } from '../list/table'

/** A conversation at the desk: its messages, the answer, and who answers. */
export const TalkRoom = area('desk/chat/talk-room', Room)

interface RoomProps {
  start: StartOfTalk
  /** The position before which there are earlier messages; null when there are none. */
  earlier: number | null
  /** Whether these are earlier messages rather than the latest. */
  isPast: boolean
  quick: QuickAnswers
  colleagues: readonly Colleague[]
  reply: ReplyFields
  handOver: HandOverForms
}

function Room({ start, earlier, isPast, quick, colleagues, reply, handOver }: RoomProps) {
  const open = useTalk(start, isPast)
  const { talk } = open.state
  return (
    <>
      <TalkLine talk={talk} now={open.state.chat.now} isLive={open.isLive} />
      <div className="stack desk-talk">
        <Panel id="messages" title="Messages">
          <Earlier id={talk.id} earlier={earlier} isPast={isPast} />
          <TalkLog open={open} />
        </Panel>
        <ReplyForm open={open} quick={quick} fields={reply} />
      </div>
      <HandOver talk={talk} colleagues={colleagues} forms={handOver} />
    </>
  )
}

function Earlier({ id, earlier, isPast }: Pick<RoomProps, 'earlier' | 'isPast'> & { id: string }) {
  if (earlier === null && !isPast) return null
  return (
    <p className="earlier">
      {earlier === null ? null : <a href={`/desk/chat/${id}?before=${earlier}`}>Earlier messages</a>}
      {isPast ? <a href={`/desk/chat/${id}`}>Latest messages</a> : null}
    </p>
  )
}

interface TalkLineProps {
  talk: ShownTalk
  /** Milliseconds since 1970. */
  now: number
  /** Whether the page receives messages by itself. */
  isLive: boolean
}

/** Who a conversation is with, whether they wait, and what it is about. */
function TalkLine({ talk, now, isLive }: TalkLineProps) {
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
          , about <OrderLink id={talk.about} />
        </>
      ) : null}{' '}
      {isLive ? null : (
        <a className="link" href={`/desk/chat/${talk.id}`}>
          Refresh
        </a>
      )}
    </p>
  )
}
