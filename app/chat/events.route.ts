import type { LoaderFunctionArgs } from '@remix-run/node'
import { attempt } from '~/platform/attempt.server'
import { findShopper } from '~/platform/context.server'
import { conversationIn } from './chat.server'
import { findConversation, listMessagesAfter } from './conversations.server'
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
 * The messages of `conversation` after a position: as a stream of events, or once, as JSON, for a page that can't have
 * one. The position is the Last-Event-ID of a stream that broke off, else `after`.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await findShopper(context)
  if (!shopper) return refusal(401)
  const { searchParams } = new URL(request.url)
  const position = Number(request.headers.get('last-event-id') ?? searchParams.get('after') ?? 0)
  const id = conversationIn(searchParams)
  if (!id || !Number.isSafeInteger(position) || position < 0) return refusal(404)
  const answer = await attempt(context, 'messages not read', async () => {
    if (!(await findConversation(shopper, id))) return refusal(404)
    const wantsStream = request.headers.get('accept')?.includes('text/event-stream')
    if (!wantsStream) return Response.json({ messages: await listMessagesAfter(shopper, id, position) })
    if (isCrowded(context, shopper)) return refusal(503, { 'Retry-After': '30' })
    return new Response(messageStream(context, shopper, id, position), { headers: STREAM_HEADERS })
  })
  return answer ?? refusal(503, { 'Retry-After': '5' })
}
