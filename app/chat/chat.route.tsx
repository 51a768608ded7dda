import { m } from '~/language/messages'
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { redirectTo, requireShopper } from '~/platform/context.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { TryAgain } from '~/ui/try-again'
import { CHAT } from './chat'
import { runChatAction } from './actions/chat-actions.server'
import { loadChatPage } from './chat.server'
import { ChatRoom } from './chat-room.area'

export const handle: PageHandle = { styles: ['chat'], reaches: ['storage'] }

export const meta = () => pageMeta(m.chat_title(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const { page, status } = await loadChatPage(context, shopper, new URL(request.url).searchParams)
  return data({ page, hasFailed: status === 503 }, { status })
}

/** Handles a form that was posted without JavaScript: redirects, or renders the page again with the entered values and IDs. */
export async function action({ request, context }: ActionFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const form = context.form
  const result = await runChatAction(context, shopper, form)
  if (result.ok)
    return redirectTo(
      result.value ? `${CHAT}?conversation=${result.value.conversation.id}#chat` : CHAT + new URL(request.url).search,
    )
  const { status, ...refusal } = result.refusal
  const entered = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const ids = { tempId: entered('tempId'), newConversation: entered('newConversation') }
  return data({ ...refusal, ids, typed: { text: entered('text'), orderNumber: entered('orderNumber') } }, { status })
}

export default function ChatSupport() {
  const { page, hasFailed } = useLoaderData<typeof loader>()
  return (
    <>
      <ChatRoom page={page} refused={useActionData<typeof action>()} />
      {hasFailed ? <TryAgain /> : null}
    </>
  )
}
