import type { LoaderFunctionArgs } from '@remix-run/node'
import { attempt } from '~/platform/attempt.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { findShopper } from '~/platform/context.server'
import { conversationIdFrom } from './chat.server'
import { findConversation, listConversations } from './conversations.server'
import { listMessagesAfter } from './messages.server'
import { hasNoRoom, messageStream } from './live/message-stream.server'

/** Keeps caches and proxies from buffering events (X-Accel-Buffering is for nginx). */
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

function emptyResponse(status: number, more: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store', ...more } })
}

/**
 * Returns the messages of `conversation` after a position, and the list of conversations: as server-sent events, or as JSON for a
 * page that polls. Without `conversation` it returns only the list. The position is the Last-Event-ID of a stream that
 * reconnects, or else `after`.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await findShopper(context)
  if (!shopper) return emptyResponse(401)
  const { searchParams } = new URL(request.url)
  const position = Number(request.headers.get('last-event-id') ?? searchParams.get('after') ?? 0)
  const id = conversationIdFrom(searchParams)
  if ((!id && searchParams.has('conversation')) || !Number.isSafeInteger(position) || position < 0)
    return emptyResponse(404)
  const response = await attempt(context, 'messages not read', async () => {
    if (id && !(await findConversation(shopper, id))) return emptyResponse(404)
    const wantsStream = request.headers.get('accept')?.includes('text/event-stream')
    if (!wantsStream) return Response.json(await readOnce(shopper, id, position))
    if (hasNoRoom(context, shopper)) return emptyResponse(503, { 'Retry-After': '30' })
    return new Response(messageStream(context, shopper, id, position), { headers: STREAM_HEADERS })
  })
  return response ?? emptyResponse(503, { 'Retry-After': '5' })
}

async function readOnce(shopper: Shopper, id: string | null, position: number) {
  const [messages, conversations] = await Promise.all([
    id ? listMessagesAfter(shopper, id, position) : [],
    listConversations(shopper),
  ])
  return { messages, conversations }
}
