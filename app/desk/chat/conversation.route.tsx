import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { freeText } from '~/ui/free-text'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { ChangeList } from '../audit/change-list'
import { DESK_PAGE } from '../desk-page'
import { OrderLinks } from '../orders/order-links'
import { usePostedForm } from '../posted-form'
import { readQuickAnswers } from './quick-answers.server'
import { changeTalk } from './talk-actions.server'
import { TalkRoom } from './talk-room.area'
import { MESSAGES_PER_PAGE } from './talk-rows'
import { listColleagues, newMessageId, readTalk } from './talks.server'
import { useTalkForms } from './use-talk-forms'

export const handle: PageHandle = { ...DESK_PAGE, styles: [...DESK_PAGE.styles, 'chat'], hasAreas: true }

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
  const whole = await readTalk(operator, id, before)
  if (!whole) throw new Response(null, { status: 404 })
  const { messages, orders, ...talk } = whole
  const [quick, colleagues, changes] = await Promise.all([
    readQuickAnswers(context, operator, searchParams.get('answer')),
    listColleagues(operator),
    listChanges(operator, { who: '', kind: 'conversation', subject: id, before: null }),
  ])
  const [first] = messages
  const earlier = first && messages.length === MESSAGES_PER_PAGE && first.position > 1 ? first.position : null
  const page = { talk, messages, orders, earlier, isPast: before !== null, quick, colleagues, changes }
  return { ...page, tempId: newMessageId(), now: Date.now() }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  return changeTalk(context, operator, idFrom(params.id))
}

export default function Conversation() {
  const { talk, messages, orders, earlier, isPast, quick, colleagues, changes, tempId, now } =
    useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()?.form
  const { typed, ...forms } = useTalkForms(usePostedForm(refused))
  const answer = { text: typed.text ?? quick.answer, options: typed.options ?? '' }
  // The page of a refused form isn't live, since scripts remove the errors of fields that are edited.
  const Room = refused ? TalkRoom.component : TalkRoom
  return (
    <>
      <h1 {...freeText(talk.title)}>{talk.title}</h1>
      <Room
        start={{ talk, messages, tempId, typed: answer, now }}
        earlier={earlier}
        isPast={isPast}
        quick={quick}
        colleagues={colleagues}
        {...forms}
      />
      <div className="desk-columns">
        <section className="panel stack" aria-labelledby="orders">
          <h2 id="orders">The shopper’s orders</h2>
          <OrderLinks orders={orders} />
        </section>
        <section className="panel stack" aria-labelledby="changes">
          <h2 id="changes">Changes at the desk</h2>
          <ChangeList changes={changes} />
        </section>
      </div>
    </>
  )
}
