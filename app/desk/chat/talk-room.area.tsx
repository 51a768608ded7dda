import { area } from '~/platform/hydration/area'
import { HandOver, type HandOverForms } from './hand-over'
import type { StartOfTalk } from './live/talk-state'
import { useTalk } from './live/use-talk'
import type { QuickAnswers } from './quick-answers.server'
import { ReplyForm, type ReplyFields } from './reply-form'
import { TalkLine } from './talk-line'
import { TalkLog } from './talk-log'
import { MESSAGES_PER_PAGE, type Colleague } from './talk-rows'

/** A conversation at the desk: its messages, the answer, and who answers. */
export const TalkRoom = area('desk/chat/talk-room', Room)

interface RoomProps {
  start: StartOfTalk
  /** Whether these are earlier messages rather than the latest. */
  isPast: boolean
  quick: QuickAnswers
  colleagues: readonly Colleague[]
  reply: ReplyFields
  handOver: HandOverForms
}

function Room({ start, isPast, quick, colleagues, reply, handOver }: RoomProps) {
  const open = useTalk(start, isPast)
  const { talk } = open.state
  return (
    <div className="desk-talk">
      <TalkLine talk={talk} now={open.state.chat.now} isLive={open.isLive} />
      <div className="desk-columns">
        <section className="panel stack" aria-labelledby="messages">
          <h2 id="messages">Messages</h2>
          <Earlier id={talk.id} first={start.messages[0]?.position} count={start.messages.length} isPast={isPast} />
          <TalkLog open={open} />
        </section>
        <div className="stack">
          <ReplyForm open={open} quick={quick} fields={reply} />
          <HandOver talk={talk} colleagues={colleagues} forms={handOver} />
        </div>
      </div>
    </div>
  )
}

interface EarlierProps {
  id: string
  /** The position of the first message, and how many there are. */
  first: number | undefined
  count: number
  isPast: boolean
}

/** Links to earlier messages, and back to the latest. */
function Earlier({ id, first, count, isPast }: EarlierProps) {
  const hasMore = first !== undefined && count === MESSAGES_PER_PAGE && first > 1
  if (!hasMore && !isPast) return null
  return (
    <p className="earlier">
      {hasMore ? <a href={`/desk/chat/${id}?before=${first}`}>Earlier messages</a> : null}
      {isPast ? <a href={`/desk/chat/${id}`}>Latest messages</a> : null}
    </p>
  )
}
