import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Settings } from '../env.server'

const REQUEST_ID = /^[\w-]{8,64}$/

/** A request as the shop sees it: at its own address, whatever a Host header says, with an id and whom it came from. */
export function ownRequest(
  request: Request,
  incoming: { headers: IncomingMessage['headers']; socket: { remoteAddress?: string } },
  settings: Settings,
  stopping: AbortSignal,
): { own: Request; address: string; requestId: string } {
  const given = incoming.headers['x-request-id']
  const { pathname, search } = new URL(request.url)
  return {
    own: new Request(settings.PUBLIC_URL + pathname + search, withSignal(request, stopping)),
    address: clientAddress(
      incoming.socket.remoteAddress,
      request.headers.get('x-forwarded-for'),
      settings.TRUST_PROXY_HOPS,
    ),
    requestId: typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID(),
  }
}

function withSignal(request: Request, stopping: AbortSignal): RequestInit {
  const signal = AbortSignal.any([request.signal, stopping])
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return {
    method: request.method,
    headers: request.headers,
    signal,
    ...(hasBody ? { body: request.body, duplex: 'half' } : {}),
  } as RequestInit
}

/**
 * The visitor's address: the one the outermost trusted proxy saw. Never the leftmost entry of X-Forwarded-For, which
 * anybody can write. `hops` is the number of trusted proxies in front of the shop.
 */
function clientAddress(peer: string | undefined, forwardedFor: string | null, hops: number): string {
  const seen = [...(forwardedFor?.split(',').map((part) => part.trim()) ?? []), peer ?? '']
  const address = seen.at(-1 - Math.min(hops, seen.length - 1)) ?? ''
  return address.replace(/^::ffff:/, '')
}
