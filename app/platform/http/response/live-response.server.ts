/** What a page gets that listens to changes: a stream of server-sent events, the changes once, or an empty response. */
export type LiveResult =
  | { stream: ReadableStream<Uint8Array> }
  | { json: object }
  | { status: 401 | 404 | 503; retryAfterSeconds?: number }

/** Keeps caches and proxies from buffering events (X-Accel-Buffering is for nginx). */
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/** Returns the response to a page that listens to changes. */
export function liveResponse(result: LiveResult): Response {
  if ('stream' in result) return new Response(result.stream, { headers: STREAM_HEADERS })
  if ('json' in result) return Response.json(result.json)
  const { status, retryAfterSeconds } = result
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  if (retryAfterSeconds !== undefined) headers.set('Retry-After', String(retryAfterSeconds))
  return new Response(null, { status, headers })
}
