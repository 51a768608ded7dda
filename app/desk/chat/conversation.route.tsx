import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { formatAgo } from '~/platform/time'
import { freeText } from '~/ui/free-text'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { ChangeList } from '../audit/change-list'
import { DESK_PAGE } from '../desk-page'
import { OrderLinks } from '../orders/order-links'
import { HandOver } from './hand-over'
import { readQuickAnswers } from './quick-answers.server'
import { ReplyForm } from './reply-form'
import { changeTalk } from './talk-actions.server'
import { TalkLog } from './talk-log'
import type { WholeTalk } from './talk-rows'
import { listColleagues, MESSAGES_PER_PAGE, newMessageId, readTalk } from './talks.server'

export const handle: PageHandle = { ...DESK_PAGE, styles: [...DESK_PAGE.styles, 'chat'] }

export const meta = () => pageMeta('Conversation', { hidden: true })

/** Returns the conversation's ID, or throws a 404. */
function idFrom(given: string | undefined): string {
  const id = z.guid().safeParse(given)
  if (!id.success) throw new Response(null, { status: 404 })
  return id.data
}

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const id = idFrom(params.id)
  const { searchParams } = new URL(request.url)
  const before = z.coerce.number().int().min(1).max(1_000_000).safeParse(searchParams.get('before')).data ?? null
  const talk = await readTalk(operator, id, before)
  if (!talk) throw new Response(null, { status: 404 })
  const [quick, colleagues, changes] = await Promise.all([
    readQuickAnswers(context, operator, searchParams.get('answer')),
    listColleagues(operator),
    listChanges(operator, { who: '', kind: 'conversation', subject: id, before: null }),
  ])
  return { talk, isPast: before !== null, quick, colleagues, changes, tempId: newMessageId(), now: Date.now() }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  return changeTalk(context, operator, idFrom(params.id))
}

export default function Conversation() {
  const { talk, isPast, quick, colleagues, changes, tempId, now } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()?.form
  return (
    <>
      <h1 {...freeText(talk.title)}>{talk.title}</h1>
      <State talk={talk} now={now} />
      <div className="desk-columns">
        <section className="panel stack" aria-labelledby="messages">
          <h2 id="messages">Messages</h2>
          <Earlier talk={talk} isPast={isPast} />
          <TalkLog messages={talk.messages} now={now} />
        </section>
        <div className="stack">
          <ReplyForm id={talk.id} version={talk.version} tempId={tempId} quick={quick} reply={reply} />
          <HandOver talk={talk} colleagues={colleagues} reply={reply} />
          <section className="panel stack" aria-labelledby="orders">
            <h2 id="orders">The shopper’s orders</h2>
            <OrderLinks orders={talk.orders} />
          </section>
          <section className="panel stack" aria-labelledby="changes">
            <h2 id="changes">Changes at the desk</h2>
            <ChangeList changes={changes} />
          </section>
        </div>
      </div>
    </>
  )
}

/** Who it is with, whether they wait, and what it is about. */
function State({ talk, now }: { talk: WholeTalk; now: number }) {
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
      <a className="link" href={`/desk/chat/${talk.id}`}>
        Refresh
      </a>
    </p>
  )
}

/** Links to earlier messages, and back to the latest. */
function Earlier({ talk, isPast }: { talk: WholeTalk; isPast: boolean }) {
  const [first] = talk.messages
  const hasMore = first !== undefined && talk.messages.length === MESSAGES_PER_PAGE && first.position > 1
  if (!hasMore && !isPast) return null
  return (
    <p className="earlier">
      {hasMore ? <a href={`/desk/chat/${talk.id}?before=${first.position}`}>Earlier messages</a> : null}
      {isPast ? <a href={`/desk/chat/${talk.id}`}>Latest messages</a> : null}
    </p>
  )
}
