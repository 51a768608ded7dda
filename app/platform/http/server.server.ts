import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import { watchCatalogue } from '../cache/catalogue-watch.server'
import { PageCache } from '../cache/page-cache.server'
import { readPageHeaders } from '../cache/page-headers.server'
import { requestKey } from '../cache/page-key.server'
import { headersOfVariant, languageByAddress } from '../cache/variant.server'
import type { Settings } from '../env.server'
import { createLog } from '../log.server'
import { openShop, type Shop } from '../shop.server'
import { MINUTE, SECOND } from '../time'
import { HeldRequests } from './held-requests.server'
import { Metrics } from './metrics.server'
import { createPipeline } from './pipeline.server'
import { RemixApp } from '../remix/remix.server'
import { newNote, RequestLog, type RequestNote } from './request-log.server'
import { fileHeaders } from './response/security-headers.server'
import { StaticFiles } from './response/static-files.server'
import type { Rooms } from './rooms.server'
import type { Received } from './step.server'
import { linger, refuseRequest, refuseUnreadable } from './response/bare-responses.server'

export interface ShopServer {
  server: Server
  shop: Shop
  /** Finishes requests and background work, ends event streams, and resolves when nothing is left. */
  close: () => Promise<void>
}

export interface ShopOptions {
  settings: Settings
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** The folder of the client build; undefined in development. */
  clientFolder?: string
}

/** Together with SHUTDOWN_WAIT and the second of `HeldRequests` at most 25 seconds in the image. */
const SHUTDOWN_GRACE = 18 * SECOND

const LISTENER_OPTIONS = {
  overrideGlobalObjects: false,
  // It resets the connection half a second after a refusal, and browsers then show an error in place of the page (see `linger`).
  autoCleanupIncoming: false,
}

/** Creates the HTTP server: cached pages first, then the pipeline. */
export function createShopServer({ settings, build, clientFolder }: ShopOptions, rooms: Rooms): ShopServer {
  const logged: Record<string, number> = {}
  const log = createLog(settings.LOG_LEVEL, 'stdout', (event) => {
    logged[event] = (logged[event] ?? 0) + 1
  })
  const stopping = new AbortController()
  const shop = openShop(settings, log, rooms.services(settings, log), rooms.liveTable, stopping.signal)
  let isShuttingDown = false
  const remix = new RemixApp(build)
  const pages = new PageCache(renderAnonymously, settings.PAGE_CACHE_MB * 2 ** 20)
  const metrics = new Metrics(shop, pages, logged, () => rooms.readFigures(shop))
  const requests = new RequestLog(log, metrics, () => remix.routes)
  const scripts = join(settings.SHOP_CACHE, 'scripts')
  const files = clientFolder ? new StaticFiles(clientFolder, scripts, fileHeaders(settings), log) : undefined
  const pipeline = createPipeline(shop, rooms, { remix, pages, files, metrics, isShuttingDown: () => isShuttingDown })
  const server = openServer(settings, (incoming, outgoing) => {
    if (!held.hold(() => handle(incoming, outgoing))) handle(incoming, outgoing)
  })
  const held = new HeldRequests(server)
  watchCatalogue(shop, pages, rooms.readCatalogueVersion)
  if (settings.METRICS_PORT)
    metrics
      .listen(settings.METRICS_PORT, settings.METRICS_HOST)
      .once('error', (error) => server.emit('error', error))
      .unref()

  async function renderAnonymously(path: string, variant: string): Promise<Response> {
    const headers = { accept: 'text/html', ...headersOfVariant(variant) }
    return pipeline.request(settings.PUBLIC_URL + path, { headers }, {})
  }

  function handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const startedAt = performance.now()
    const headers = readPageHeaders(incoming.rawHeaders)
    const { cookie, authorization } = headers
    const isKnown = authorization !== undefined || (cookie !== undefined && shop.cookies.isOurs(cookie))
    const pageKey = requestKey(remix.routes, incoming.method ?? '', incoming.url ?? '/', headers)
    const choice = pageKey === null ? null : languageByAddress(settings, incoming.method, incoming.url ?? '/', cookie)
    if (choice !== null) outgoing.setHeader('Set-Cookie', choice)
    // With two Host headers, a proxy may have used another one than the shop (request smuggling).
    const hasOneHost = headers.hosts === 1
    // The fast path of most requests.
    if (!isShuttingDown && hasOneHost && pages.serve(isKnown ? null : pageKey, incoming, outgoing, headers)) {
      finish(incoming, outgoing, startedAt)
      return
    }
    const note = hasOneHost ? newNote() : undefined
    outgoing.on('finish', () => {
      finish(incoming, outgoing, startedAt, note)
      linger(incoming)
      // Idle keep-alive connections would delay the shutdown.
      if (stopping.signal.aborted) setImmediate(() => server.closeIdleConnections())
    })
    if (isShuttingDown) outgoing.setHeader('Connection', 'close')
    if (!note) return refuseRequest(outgoing, 400)
    const respond = getRequestListener(
      (request) => pipeline.fetch(request, { incoming, outgoing, note, pageKey, isKnown } satisfies Received),
      LISTENER_OPTIONS,
    )
    void respond(incoming, outgoing)
  }

  function finish(incoming: IncomingMessage, outgoing: ServerResponse, startedAt: number, note?: RequestNote): void {
    requests.record(incoming, outgoing, startedAt, note)
    rooms.countResponse(shop, incoming, outgoing.statusCode)
  }

  async function close(): Promise<void> {
    isShuttingDown = true
    // Gives the load balancer time to notice.
    await delay(settings.SHUTDOWN_WAIT * SECOND)
    const closed = once(server, 'close')
    await held.stopListening()
    // Event streams end, and their clients find another process.
    stopping.abort()
    const late = delay(SHUTDOWN_GRACE, undefined, { ref: false }).then(() => server.closeAllConnections())
    await closed
    await Promise.race([Promise.allSettled(shop.background), late])
    await shop.limits.close()
    await shop.liveInserts.close()
  }
  return { server, shop, close }
}

/** Enough for the cookies that the pipeline refuses with a page, and for all other headers. */
const MAX_HEADER_BYTES = 32 * 1024

/** Creates Node's server with the shop's timeouts. */
function openServer(settings: Settings, handle: RequestListener): Server {
  const server = createServer(
    {
      // `readPageHeaders` counts them: Node's response would lack the security headers.
      requireHostHeader: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 10 * SECOND,
      // Must be larger than headersTimeout, or Node swaps them. Bodies have stricter limits (read-body.server.ts).
      requestTimeout: 5 * MINUTE,
      connectionsCheckingInterval: 2 * SECOND,
      keepAliveTimeout: settings.KEEP_ALIVE_SECONDS * SECOND,
    },
    handle,
  )
  server.maxConnections = settings.MAX_CONNECTIONS
  server.on('clientError', refuseUnreadable)
  server.on('checkExpectation', (_incoming: IncomingMessage, outgoing: ServerResponse) => refuseRequest(outgoing, 417))
  return server
}
