import type { LoaderFunctionArgs } from '@remix-run/node'
import { WITHOUT_BROTLI, chooseEncoding } from '~/platform/http/response/encoding.server'
import { keyOf } from '~/platform/rate-limits.server'
import { currentFeed, readFeed, streamFeed } from './feed-file.server'
import { FEED_DOWNLOADS } from './limits.server'

/** The product feed for Google Merchant Center and Meta (SF-01). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const wait = await context.limits.take(FEED_DOWNLOADS, keyOf.network(context))
  if (wait !== null) return new Response('Try again later', { status: 429, headers: { 'Retry-After': String(wait) } })
  const feed = await currentFeed(context)
  const isCompressed = chooseEncoding(request.headers.get('accept-encoding'), WITHOUT_BROTLI) === 'gzip'
  const headers = {
    // The pipeline compresses whole bodies, and this one has no bound: `no-transform` keeps it from that.
    'Cache-Control': 'public, no-cache, no-transform',
    Vary: 'Accept-Encoding',
    ...(feed ? { ETag: `"${feed.tag}${isCompressed ? '-gzip' : ''}"` } : {}),
  }
  if (headers.ETag && request.headers.get('if-none-match') === headers.ETag)
    return new Response(null, { status: 304, headers })
  const read = () => (feed ? readFeed(feed, isCompressed) : streamFeed(context, isCompressed))
  const body = request.method === 'HEAD' ? null : await read()
  return new Response(body, {
    headers: {
      ...headers,
      'Content-Type': 'application/xml; charset=utf-8',
      ...(isCompressed ? { 'Content-Encoding': 'gzip' } : {}),
      ...(isCompressed && feed ? { 'Content-Length': String(feed.bytes) } : {}),
    },
  })
}
