import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, refused } from '~/platform/http/forms.server'
import { freeText } from '~/ui/free-text'
import { useShopForm } from '~/ui/shop-form.server'
import { whole } from '~/platform/whole-number.schema'
import { atDesk, change, byIntent, submit } from '../desk.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { DESK_PAGE, deskPage, found, idOf } from '../desk-page'
import { OrderLinks } from '../orders/order-links'
import { sendAnswer } from './answer.server'
import { readQuickAnswers } from './quick-answers.server'
import { TalkRoom } from './talk-room.area'
import { assignSchema, closeSchema, replySchema } from './talk.schema'
import { listColleagues, MESSAGES_PER_PAGE, readTalk } from './talks.server'
import { useReply } from '../form/posted-form'
import { Panel } from '../panel'

export const { handle, meta } = deskPage('Conversation', { styles: [...DESK_PAGE.styles, 'chat'], hasAreas: true })

export const loader = atDesk(async ({ operator, params, request, context }) => {
  const id = idOf(params)
  const { searchParams } = new URL(request.url)
  const before = whole(1, 1_000_000).safeParse(searchParams.get('before')).data ?? null
  const { messages, orders, ...talk } = found(await readTalk(operator, id, before))
  const [quick, colleagues, changes] = await Promise.all([
    readQuickAnswers(context, operator, searchParams.get('answer')),
    listColleagues(operator),
    listChanges(operator, 'conversation', id),
  ])
  const [first] = messages
  const earlier = first && messages.length === MESSAGES_PER_PAGE && first.position > 1 ? first.position : null
  const page = { talk, messages, orders, earlier, isPast: before !== null, quick, colleagues, changes }
  return { ...page, tempId: crypto.randomUUID(), now: Date.now() }
})

export const action = atDesk(async ({ operator, db, params, context }) => {
  const id = idOf(params)
  const page = `/desk/chat/${id}`
  return byIntent(context, page, {
    reply: async () => {
      const sent = await sendAnswer(context, operator, id)
      if (sent.ok) return context.flashes.success(page, 'The answer is sent.')
      const { form, problem, status } = sent.refusal
      return problem === null ? invalid(form) : refused(form, problem, status)
    },
    assign: () =>
      submit(
        context,
        assignSchema,
        ({ version, assignee }) => change(db, 'desk_assign', { id, version, assignee }),
        () => [page, 'The conversation is handed over.'],
      ),
    close: () =>
      submit(
        context,
        closeSchema,
        ({ version }) => change(db, 'desk_close', { id, version }),
        () => ['/desk/chat', 'The conversation is closed.'],
      ),
  })
})

export default function Conversation() {
  const { talk, messages, orders, earlier, isPast, quick, colleagues, changes, tempId, now } =
    useLoaderData<typeof loader>()
  const isRefused = useActionData<object>() !== undefined
  const { typed, ...forms } = useTalkForms()
  const answer = { text: typed.text ?? quick.answer, options: typed.options ?? '' }
  // The page of a refused form isn't live, since scripts remove the errors of fields that are edited.
  const Room = isRefused ? TalkRoom.component : TalkRoom
  return (
    <>
      <h1 {...freeText(talk.title)}>{talk.title}</h1>
      <div className="desk-conversation">
        <Room
          start={{ talk, messages, tempId, typed: answer, now }}
          earlier={earlier}
          isPast={isPast}
          quick={quick}
          colleagues={colleagues}
          {...forms}
        />
        <div className="stack">
          <Panel id="orders" title="The shopper’s orders">
            <OrderLinks orders={orders} />
          </Panel>
          <Changes changes={changes} />
        </div>
      </div>
    </>
  )
}

/**
 * Returns the forms of a conversation's page as plain values for its area, with the errors of one that was posted without JavaScript.
 * `typed` is what was typed into the answer.
 */
function useTalkForms() {
  const reply = useShopForm('reply', replySchema, useReply({}, ['reply']))
  const assign = useShopForm('assign', assignSchema, useReply({}, ['assign']))
  const close = useShopForm('close', closeSchema, useReply({}, ['close']))
  const [text, options] = [reply.field('text'), reply.field('options')]
  return {
    reply: {
      // The area controls their values.
      text: { ...text, typed: undefined },
      options: { ...options, typed: undefined },
      attachment: reply.field('attachment'),
      problems: reply.problems,
    },
    handOver: { assign: assign.problems, close: close.problems },
    typed: { text: text.typed, options: options.typed },
  }
}
