import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectTo, requireShopper } from '~/platform/context.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { CHAT } from './chat'
import { act } from './chat-actions.server'
import { readChat } from './chat.server'
import { ChatRoom } from './chat-room.area'

export const handle: PageHandle = { styles: ['chat'], reaches: ['storage'] }

export const meta = () => pageMeta('Customer Support', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const { page, status } = await readChat(context, shopper, new URL(request.url).searchParams)
  return data(page, { status })
}

/** A form of the chat sent without scripts: done, then looked at; refused, its words and ids kept. */
export async function action({ request, context }: ActionFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const form = context.form
  const result = await act(context, shopper, form)
  if (result.ok)
    return redirectTo(
      result.value ? `${CHAT}?conversation=${result.value.conversation.id}#chat` : CHAT + new URL(request.url).search,
    )
  const { status, ...refusal } = result.refusal
  const kept = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const ids = { tempId: kept('tempId'), newConversation: kept('newConversation') }
  return data({ ...refusal, ids, typed: { text: kept('text'), orderNumber: kept('orderNumber') } }, { status })
}

export default function ChatSupport() {
  return <ChatRoom page={useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}
