import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import type { LiveResult } from '~/platform/http/response/live-response.server'
import type { LiveTable } from '~/platform/supabase/live-inserts.server'
import { readWhole } from '~/platform/whole-number'
import { hasNoRoom, messageStream, type StreamSource } from './message-stream.server'

/** New messages are watched by conversation. */
export const LIVE_MESSAGES: LiveTable = { table: 'chat_messages', column: 'conversation_id' }

/**
 * Returns the position after which a page wants messages: the Last-Event-ID of a stream that reconnects, or else `after`. Null if it
 * is malformed.
 */
function positionFrom(request: Request): number | null {
  const after = new URL(request.url).searchParams.get('after')
  const position = readWhole(request.headers.get('last-event-id') ?? after ?? '0')
  return position >= 0 ? position : null
}

/**
 * Returns the messages of a source after a position, and its list: as a stream of events, or once for a page that polls. `open` finds
 * the source; null is a 404.
 */
export async function readLive<List extends object>(
  context: Needs<Reporting | 'liveInserts' | 'stopping'>,
  request: Request,
  open: () => Promise<StreamSource<List> | null>,
): Promise<LiveResult> {
  const position = positionFrom(request)
  if (position === null) return { status: 404 }
  const result = await attempt(context, 'messages not read', async (): Promise<LiveResult> => {
    const source = await open()
    if (!source) return { status: 404 }
    const wantsStream = request.headers.get('accept')?.includes('text/event-stream')
    if (!wantsStream) return { json: await source.read(position, true) }
    if (hasNoRoom(context, source.owner)) return { status: 503, retryAfterSeconds: 30 }
    return { stream: messageStream(context, source, position) }
  })
  return result ?? { status: 503, retryAfterSeconds: 5 }
}
