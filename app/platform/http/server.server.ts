import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createRequestHandler, type ServerBuild } from '@remix-run/node'
import { requestAtHand } from '../supabase/backend-fetch.server'
import { compress } from './compress.server'
import { openRequest, openShop, type Shop } from '../context.server'
import type { Settings } from '../env.server'
import { createLog, describeError, shopperHash, type Log } from '../log.server'
import { Metrics } from './metrics.server'
import { PageCache } from '../cache/page-cache.server'
import type { PaymentProvider } from '../payment-provider'
import { ownRequest } from './own-request.server'
import { plainPage } from './plain-page.server'
import { RequestLog, type RequestNote } from './request-log.server'
import { bodyLimit, crossOriginProblem, securityHeaders } from './security-headers.server'
import { StaticFiles } from './static-files.server'
import { SECOND } from '../time'

/** A running shop: its server, and the way to end it. */
export interface ShopServer {
  server: Server
  shop: Shop
  /** Finishes what is in flight and ends event streams; resolves when nothing is left. */
  close: () => Promise<void>
}

export interface ShopOptions {
  settings: Settings
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** The folder of the client build; none in development. */
  clientFolder?: string
  /** Who takes card payments. */
  payments: (settings: Settings, log: Log) => PaymentProvider
}

/** Renders that may run at once; who comes then is asked to try again in a moment. */
const MOST_RENDERS = 64
/** With SHUTDOWN_WAIT at most 25 seconds from SIGTERM in the image. */
const SHUTDOWN_GRACE = 18 * SECOND

/** The shop as an HTTP server: static files, the page cache, the door checks, then Remix. */
export function createShopServer({ settings, build, clientFolder, payments }: ShopOptions): ShopServer {
  const log = createLog(settings.LOG_LEVEL)
  const stopping = new AbortController()
  const shop = openShop(settings, log, payments(settings, log), stopping.signal)
  const headers = securityHeaders(settings)
  const handle = createRequestHandler(build, settings.NODE_ENV === 'development' ? 'development' : 'production')
  const pages = new PageCache((path) =>
    answer(new Request(settings.PUBLIC_URL + path, { headers: { accept: 'text/html' } }), '', {
      requestId: randomUUID(),
      backendMilliseconds: 0,
    }),
  )
  const metrics = new Metrics(shop, pages)
  const files = clientFolder ? new StaticFiles(clientFolder, headers) : undefined
  const origins = [settings.PUBLIC_URL]
  const requests = new RequestLog(log, metrics, build)
  let isLeaving = false
  let rendering = 0

  async function answer(request: Request, address: string, note: RequestNote): Promise<Response> {
    const { requestId } = note
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
      return await requestAtHand.run(note, () => render(request, address, note))
    } catch (error) {
      log.error({ event: 'request failed', requestId, ...describeError(error) })
      return page(500, 'Something went wrong', 'This is our fault, not yours. Please try again.', requestId)
    } finally {
      rendering -= 1
    }
  }

  async function render(request: Request, address: string, note: RequestNote): Promise<Response> {
    const { requestId } = note
    const { context, cookies, flashCookies, gaps } = await openRequest(shop, request, address, requestId)
    if (context.shopper) note.shopper = shopperHash(context.shopper.id)
    const answered = await handle(request, { ...context })
    const isPlain = !answered.headers.get('content-type')?.includes('html')
    if (answered.status === 500 && isPlain && request.headers.get('accept')?.includes('text/html')) {
      // A route without a page of its own, a redirect say, has no error page either.
      return page(500, 'Something went wrong', 'This is our fault, not yours. Please try again.', requestId)
    }
    // A redirect shows no message, so it goes on to the page that does.
    if (answered.status < 300 || answered.status >= 400) cookies.push(...flashCookies)
    if (gaps.length > 0) answered.headers.set('Cache-Control', 'no-store')
    if (cookies.length > 0 || context.shopper) answered.headers.set('Cache-Control', 'private, no-store')
    for (const cookie of cookies) answered.headers.append('Set-Cookie', cookie)
    for (const [name, value] of Object.entries(headers)) answered.headers.set(name, value)
    answered.headers.set('X-Request-Id', requestId)
    return answered
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
      const { own, address, requestId } = ownRequest(request, incoming, settings, stopping.signal)
      return compress(request, await answer(own, address, requests.open(incoming, requestId)))
    },
    { overrideGlobalObjects: false },
  )

  const server = createServer((incoming, outgoing) => {
    const startedAt = performance.now()
    outgoing.on('finish', () => {
      requests.record(incoming, outgoing, performance.now() - startedAt)
      // A connection kept open for a next request would keep this process from ending.
      if (stopping.signal.aborted) setImmediate(() => server.closeIdleConnections())
    })
    if (incoming.url === '/health/live') return void outgoing.writeHead(200, headers).end('ok')
    if (isLeaving) outgoing.setHeader('Connection', 'close')
    if (isLeaving && incoming.url === '/health/ready') return void outgoing.writeHead(503, headers).end('leaving')
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

  async function close(): Promise<void> {
    isLeaving = true
    // For as long as a balancer takes to see that this one is leaving.
    await delay(settings.SHUTDOWN_WAIT * SECOND)
    stopping.abort()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    const late = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE)
    await closed
    clearTimeout(late)
    shop.limits.close()
    await shop.liveMessages.close()
  }
  return { server, shop, close }
}
