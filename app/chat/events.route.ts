import type { LoaderFunctionArgs } from '@remix-run/node'
import { findShopper, type RequestContext } from '~/platform/context.server'
import { liveResponse } from '~/platform/http/response/live-response.server'
import type { Shopper } from '~/platform/supabase/session.server'
import type { Conversation } from './chat'
import { conversationIdFrom } from './chat.server'
import { findConversation, listConversations } from './conversations.server'
import { readLive } from './live/live.server'
import type { StreamSource } from './live/message-stream.server'
import { listMessagesAfter } from './messages.server'

/** Returns the shopper's list of conversations and the messages of `conversation`; without it only the list. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await findShopper(context)
  if (!shopper) return liveResponse({ status: 401 })
  const { searchParams } = new URL(request.url)
  const id = conversationIdFrom(searchParams)
  if (!id && searchParams.has('conversation')) return liveResponse({ status: 404 })
  const open = async () => {
    const isFound = id === null || (await findConversation(shopper, id))
    return isFound ? sourceOf(context, shopper, id) : null
  }
  return liveResponse(await readLive(context, request, open))
}

function sourceOf({ sessions }: RequestContext, shopper: Shopper, id: string | null): StreamSource<Conversation[]> {
  const open = id === null ? [] : [id]
  return {
    owner: shopper.id,
    conversation: id,
    async read(position, isListStale) {
      const [messages, conversations] = await Promise.all([
        id === null ? [] : listMessagesAfter(shopper, id, position),
        isListStale ? listConversations(shopper) : null,
      ])
      return { messages, conversations }
    },
    watched: (list) => [...open, ...(list ?? []).map((conversation) => conversation.id)],
    verify: async () => (await sessions.verify(shopper)) !== null,
  }
}
