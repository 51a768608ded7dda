import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary } from '~/ui/error-summary'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { pageNumber } from '../page-number'
import { Pages } from '../pages'
import { usePostedForm } from '../posted-form'
import { searchWords } from '../search-words'
import { reopenedSchema } from './answered.schema'
import { changeMessage } from './contact-actions.server'
import { listContactMessages, MESSAGES_PER_PAGE, type MessageFilter } from './contact-messages.server'
import { MessageRow } from './message-row'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Messages', { hidden: true })

/** Returns the list that an address asks for, and its page. */
function listOf({ url }: Request): { filter: MessageFilter; page: number } {
  const { searchParams } = new URL(url)
  const filter = { isAnswered: searchParams.get('list') === 'answered', search: searchWords(searchParams) }
  return { filter, page: pageNumber(searchParams) }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { filter, page } = listOf(request)
  return { filter, page, ...(await listContactMessages(operator, filter, page)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { filter, page } = listOf(request)
  return changeMessage(context, operator, urlOf(filter, page))
}

const urlOf = ({ isAnswered, search }: MessageFilter, page: number) =>
  `/desk/contact?${new URLSearchParams({ list: isAnswered ? 'answered' : 'open', search, page: String(page) })}`

export default function ContactMessages() {
  const { filter, page, rows, total } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  const refusedId = reply?.initialValue?.id
  // A message that was marked meanwhile may have left the list.
  const isListed = rows.some(({ id }) => id === refusedId)
  const refusal = useShopForm('refused', reopenedSchema, isListed ? undefined : reply)
  const { isAnswered, search } = filter
  return (
    <>
      <h1>{isAnswered ? 'Answered messages' : 'Messages'}</h1>
      <p>
        {isAnswered ? (
          <a href={urlOf({ isAnswered: false, search }, 1)}>Open messages</a>
        ) : (
          <a href={urlOf({ isAnswered: true, search }, 1)}>Answered messages</a>
        )}
      </p>
      <form className="desk-filters" action="/desk/contact" role="search">
        <input type="hidden" name="list" value={isAnswered ? 'answered' : 'open'} />
        <div className="field">
          <label htmlFor="search">Words, name, e-mail or phone</label>
          <input id="search" name="search" type="search" dir="auto" maxLength={100} defaultValue={search} />
        </div>
        <button className="button">Show</button>
      </form>
      <ErrorSummary form={refusal} />
      <p role="status">{total === 1 ? '1 message' : `${total} messages`}</p>
      {rows.length === 0 ? <p className="muted">None.</p> : null}
      <ul className="stack">
        {rows.map((message) => (
          <MessageRow key={message.id} message={message} reply={message.id === refusedId ? reply : undefined} />
        ))}
      </ul>
      <Pages page={page} last={Math.ceil(total / MESSAGES_PER_PAGE)} urlOf={(other) => urlOf(filter, other)} />
    </>
  )
}
