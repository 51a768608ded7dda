import type { LoaderFunctionArgs } from '@remix-run/node'
import { attempt } from '~/platform/attempt.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { findShopper } from '~/platform/context.server'
import { conversationIn } from './chat.server'
import { findConversation, listConversations, listMessagesAfter } from './conversations.server'
import { isCrowded, messageStream } from './message-stream.server'

/** Neither caches nor proxies may hold events back (X-Accel-Buffering is nginx's). */
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

function refusal(status: number, more: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store', ...more } })
}

/**
 * The messages of `conversation` after a position, and the list of conversations: as a stream of events, or once, as JSON, for a
 * page that can't have one. Without `conversation` the list alone. The position is the Last-Event-ID of a stream that broke off, else `after`.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await findShopper(context)
  if (!shopper) return refusal(401)
  const { searchParams } = new URL(request.url)
  const position = Number(request.headers.get('last-event-id') ?? searchParams.get('after') ?? 0)
  const id = conversationIn(searchParams)
  if ((!id && searchParams.has('conversation')) || !Number.isSafeInteger(position) || position < 0) return refusal(404)
  const answer = await attempt(context, 'messages not read', async () => {
    if (id && !(await findConversation(shopper, id))) return refusal(404)
    const wantsStream = request.headers.get('accept')?.includes('text/event-stream')
    if (!wantsStream) return Response.json(await readOnce(shopper, id, position))
    if (isCrowded(context, shopper)) return refusal(503, { 'Retry-After': '30' })
    return new Response(messageStream(context, shopper, id, position), { headers: STREAM_HEADERS })
  })
  return answer ?? refusal(503, { 'Retry-After': '5' })
}

async function readOnce(shopper: Shopper, id: string | null, position: number) {
  const [messages, conversations] = await Promise.all([
    id ? listMessagesAfter(shopper, id, position) : [],
    listConversations(shopper),
  ])
  return { messages, conversations }
}
