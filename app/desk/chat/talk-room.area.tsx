import { area } from '~/platform/hydration/area'
import { agoWords } from '../dates'
import type { StartOfTalk, ShownTalk } from './live/talk-state'
import { useTalk, type OpenTalk } from './live/use-talk'
import type { QuickAnswers } from './quick-answers.server'
import { ReplyForm, type ReplyFields } from './reply-form'
import type { Colleague } from './talks.server'
import { Panel } from '../panel'
import { OrderLink } from '../list/table'
import { ErrorSummary } from '~/ui/error-summary'
import type { Problem } from '~/ui/shop-form.server'
import { OptionList } from '../form/choice-field'
import type { Message } from '~/chat/chat'
import { shownPending } from '~/chat/state/shown'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'

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
      {talk.waiting_since ? `, waiting, wrote ${agoWords(talk.waiting_since, now)}` : ''}
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

interface HandOverForms {
  assign: Problem[]
  close: Problem[]
}

interface HandOverProps {
  talk: ShownTalk
  colleagues: readonly Colleague[]
  forms: HandOverForms
}

function HandOver({ talk: { version, status, assignee }, colleagues, forms }: HandOverProps) {
  return (
    <Panel id="whose" title="Hand over or close">
      <form className="stack" id="assign" method="post" noValidate>
        <ErrorSummary form={{ problems: forms.assign }} />
        <input type="hidden" name="version" value={version} />
        <div className="field">
          <label htmlFor="assignee">Who answers</label>
          <select id="assignee" name="assignee" defaultValue={assignee ?? ''}>
            <OptionList none="Anybody" options={colleagues.map(({ id, email }) => [id, email])} />
          </select>
        </div>
        <button className="button button-outline" name="intent" value="assign">
          Hand over
        </button>
      </form>
      {status === 'open' ? (
        <form className="stack" id="close" method="post" noValidate>
          <ErrorSummary form={{ problems: forms.close }} />
          <input type="hidden" name="version" value={version} />
          <button className="button button-outline" name="intent" value="close">
            Close the conversation
          </button>
          <p className="muted small">The shopper’s next message opens it again.</p>
        </form>
      ) : (
        <ErrorSummary form={{ problems: forms.close }} />
      )}
    </Panel>
  )
}

/**
 * The messages of a conversation: the shopper's on one side, the desk's on the other. Screen readers announce new ones, and CSS keeps it
 * scrolled to the end.
 */
function TalkLog({ open: { state } }: { open: OpenTalk }) {
  const { messages, now, phase } = state.chat
  const pending = shownPending(state.chat)
  return (
    <div className="log desk-log" role="log" tabIndex={0} aria-label="Messages">
      <div className="messages">
        {messages.map((message) => (
          <Bubble key={message.id} message={message} now={now} />
        ))}
        {pending ? (
          <div className="bubble you">
            <p {...freeText(pending.text)}>{pending.text}</p>
            {pending.file ? <p className="small">{pending.file.name}</p> : null}
            {phase === 'sending' ? <small className="sending">Sending…</small> : null}
          </div>
        ) : null}
      </div>
    </div>
  )
}

const LOOKS = { you: 'bubble', agent: 'bubble you', system: 'system' } as const
const NAMES = { you: 'Shopper', agent: 'Desk', system: 'The shop' } as const

function Bubble({ message, now }: { message: Message; now: number }) {
  const { sender, text, attachment, order, options, at, by } = message
  return (
    <div className={LOOKS[sender]}>
      <small>{sender === 'agent' && by ? by : NAMES[sender]}</small>
      {text ? <p {...freeText(text)}>{text}</p> : null}
      {order ? (
        <p>
          <a className="link" href={`/desk/orders/${encodeURIComponent(order.orderId)}`}>
            {order.orderId}
          </a>
          , {formatMoney(order.total)}
        </p>
      ) : null}
      {options.length > 0 ? <p className="small">Offered: {options.join(' · ')}</p> : null}
      {attachment ? (
        <p>
          <a href={`/desk/chat/attachments/${message.id}`} target="_blank" rel="noreferrer">
            {attachment.isImage ? 'See the picture' : 'See the file'}
          </a>
        </p>
      ) : null}
      <small>
        <time dateTime={new Date(at).toISOString()}>{agoWords(at, now)}</time>
      </small>
    </div>
  )
}
