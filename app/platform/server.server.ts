import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { clientAddress } from './client-address.server'
import { compress } from './compress.server'
import { openRequest, openShop, type Shop } from './context.server'
import type { Settings } from './env.server'
import { createLog, describeError, shopperHash } from './log.server'
import { Metrics } from './metrics.server'
import { PageCache } from './page-cache.server'
import { plainPage } from './plain-page.server'
import { bodyLimit, crossOriginProblem, securityHeaders } from './security.server'
import { StaticFiles } from './static-files.server'
import { SECOND } from './time'

/** A running shop: its server, and the way to end it. */
export interface ShopServer {
  server: Server
  shop: Shop
  /** Finishes what is in flight and ends event streams; resolves when nothing is left. */
  close: () => Promise<void>
}

interface Options {
  settings: Settings
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** The folder of the client build; none in development. */
  clientFolder?: string
}

const REQUEST_ID = /^[\w-]{8,64}$/
/** Renders that may run at once; more wait in a short queue, then are sent away. */
const MOST_RENDERS = 64
const SHUTDOWN_GRACE = 20 * SECOND

/** The shop as an HTTP server: static files, the page cache, the door checks, then Remix. */
export function createShopServer({ settings, build, clientFolder }: Options): ShopServer {
  const log = createLog(settings.LOG_LEVEL)
  const shop = openShop(settings, log)
  const headers = securityHeaders(settings)
  const handle = createRequestHandler(build, settings.NODE_ENV === 'development' ? 'development' : 'production')
  const pages = new PageCache((path) =>
    answer(new Request(settings.PUBLIC_URL + path, { headers: { accept: 'text/html' } }), '', randomUUID()),
  )
  const metrics = new Metrics(shop.catalogue, pages)
  const files = clientFolder ? new StaticFiles(clientFolder, headers) : undefined
  const origins = [settings.PUBLIC_URL]
  const stopping = new AbortController()
  /** Who a request in flight comes from, for its line in the log. */
  const shoppers = new Map<string, string>()
  let rendering = 0

  async function answer(request: Request, address: string, requestId: string): Promise<Response> {
    const problem = crossOriginProblem(request, origins)
    if (problem) {
      metrics.refusals.inc({ reason: problem })
      return page(403, 'Request refused', 'This request came from another site, so nothing was done.', requestId)
    }
    if (request.body && !request.headers.has('content-length')) {
      return page(411, 'Length required', 'This request did not say how long it is.', requestId)
    }
    if (Number(request.headers.get('content-length') ?? 0) > bodyLimit(request)) {
      return page(413, 'Too large', 'What you sent is larger than we can take.', requestId)
    }
    if (rendering >= MOST_RENDERS) {
      return page(503, 'Very busy', 'Too many people at once. Please try again in a moment.', requestId, {
        'Retry-After': '2',
      })
    }
    rendering += 1
    try {
      const { context, cookies } = await openRequest(shop, request, address, requestId)
      if (context.shopper) shoppers.set(requestId, shopperHash(context.shopper.id))
      const answered = await handle(request, { ...context })
      const isPlain = !answered.headers.get('content-type')?.includes('html')
      if (answered.status === 500 && isPlain && request.headers.get('accept')?.includes('text/html')) {
        // A route without a page of its own, a redirect say, has no error page either.
        return page(500, 'Something went wrong', 'This is our fault, not yours. Please try again.', requestId)
      }
      if (cookies.length > 0 || context.shopper) answered.headers.set('Cache-Control', 'private, no-store')
      for (const cookie of cookies) answered.headers.append('Set-Cookie', cookie)
      for (const [name, value] of Object.entries(headers)) answered.headers.set(name, value)
      answered.headers.set('X-Request-Id', requestId)
      return answered
    } catch (error) {
      log.error({ event: 'request failed', requestId, ...describeError(error) })
      return page(500, 'Something went wrong', 'This is our fault, not yours. Please try again.', requestId)
    } finally {
      rendering -= 1
    }
  }

  function page(
    status: number,
    title: string,
    text: string,
    requestId: string,
    more: Record<string, string> = {},
  ): Response {
    return new Response(plainPage(title, text, requestId), {
      status,
      headers: {
        ...headers,
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Request-Id': requestId,
        ...more,
      },
    })
  }

  const remix = getRequestListener(
    async (request, { incoming }) => {
      const requestId = identify(incoming)
      const address = clientAddress(
        incoming.socket.remoteAddress,
        request.headers.get('x-forwarded-for'),
        settings.TRUST_PROXY_HOPS,
      )
      // The shop's own address, whatever a Host header says.
      const url = new URL(request.url)
      const own = new Request(settings.PUBLIC_URL + url.pathname + url.search, withSignal(request, stopping.signal))
      return compress(request, await answer(own, address, requestId))
    },
    { overrideGlobalObjects: false },
  )

  const server = createServer((incoming, outgoing) => {
    const startedAt = performance.now()
    outgoing.on('finish', () => record(incoming, outgoing, performance.now() - startedAt))
    if (incoming.url === '/health/live') return void outgoing.writeHead(200, headers).end('ok')
    if (stopping.signal.aborted) outgoing.setHeader('Connection', 'close')
    if (files?.answer(incoming, outgoing)) return
    const kept = pages.answer(incoming, outgoing)
    if (kept === true) return
    Promise.resolve(kept).then(
      (isAnswered) => {
        if (!isAnswered) void remix(incoming, outgoing)
      },
      (error: unknown) => {
        log.error({ event: 'page cache failed', ...describeError(error) })
        void remix(incoming, outgoing)
      },
    )
  })
  server.requestTimeout = 30 * SECOND
  if (settings.METRICS_PORT) metrics.listen(settings.METRICS_PORT).unref()

  function record(incoming: IncomingMessage, outgoing: ServerResponse, milliseconds: number): void {
    metrics.requests.observe(
      { method: incoming.method ?? '', status: String(outgoing.statusCode) },
      milliseconds / SECOND,
    )
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    const requestId = String(outgoing.getHeader('x-request-id') ?? '')
    const shopper = shoppers.get(requestId)
    shoppers.delete(requestId)
    if (path.startsWith('/assets/') || path.startsWith('/health/')) return
    log.info({
      event: 'request',
      requestId,
      shopper,
      method: incoming.method,
      path,
      status: outgoing.statusCode,
      ms: Math.round(milliseconds),
    })
  }

  async function close(): Promise<void> {
    stopping.abort()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    const late = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE)
    await closed
    clearTimeout(late)
  }
  return { server, shop, close }
}

function identify(incoming: { headers: IncomingMessage['headers'] }): string {
  const given = incoming.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
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
