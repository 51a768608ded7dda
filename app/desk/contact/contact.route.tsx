import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireOperator } from '../access/operator.server'
import { change } from '../database.server'
import { deskPage } from '../desk-page'
import { TwoLists } from '../list/filters'
import { byIntent, submit } from '../form/form-actions.server'
import { ListPage } from '../list/list-page'
import { LostRefusal } from '../form/lost-refusal'
import { listAddress, pathOf } from '../list/list-address'
import { listContactMessages } from './contact-messages.server'
import { answeredSchema } from './contact.schema'
import { MessageRow } from './message-row'

export const { handle, meta } = deskPage('Messages')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { parameters, search, page } = listAddress(request)
  const isAnswered = parameters.get('list') === 'answered'
  return { isAnswered, search, ...(await listContactMessages(operator, isAnswered, search, page)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  const page = pathOf(request)
  const mark = (isAnswered: boolean) => (form: { id: string; version: number; note?: string }) => {
    const values = { p_id: form.id, p_version: form.version, p_is_answered: isAnswered, p_note: form.note }
    return change(db, 'desk_mark_contact', values)
  }
  return byIntent(context, page, {
    answered: () => submit(context, answeredSchema, mark(true), () => [page, 'The message is marked as answered.']),
    reopen: () => submit(context, answeredSchema, mark(false), () => [page, 'The message is open again.']),
  })
}

export default function ContactMessages() {
  const { isAnswered, search, rows, total } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title={isAnswered ? 'Answered messages' : 'Messages'}
      above={
        <>
          <TwoLists
            path="/desk/contact"
            lists={{ open: 'Open messages', answered: 'Answered messages' }}
            list={isAnswered ? 'answered' : 'open'}
            label="Words, name, e-mail or phone"
            search={search}
          />
          <LostRefusal rows={rows} />
        </>
      }
      rows={rows}
      total={total}
      noun={['message']}
      empty="None."
    >
      {(message) => <MessageRow message={message} />}
    </ListPage>
  )
}
