import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from '@remix-run/node'
import { PageCache } from '../cache/page-cache.server'
import { openShop, type RoomServices, type Shop } from '../context.server'
import type { Settings } from '../env.server'
import { createLog, type Log } from '../log.server'
import { MINUTE, SECOND } from '../time'
import { Metrics } from '../metrics.server'
import { createPipeline, type Parts } from './pipeline.server'
import { MAX_MULTIPART_BYTES } from './read-body.server'
import { RemixApp } from './remix.server'
import { RequestLog } from './request-log.server'
import { fileHeaders, type FormTargets } from './security-headers.server'
import { Slots } from './slots.server'
import { StaticFiles } from './static-files.server'

/** A running shop. */
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
  services: (settings: Settings, log: Log) => RoomServices
  formTargets: (settings: Settings) => FormTargets
  /** The constant texts of the inline scripts of cached pages. */
  inlineScripts: readonly string[]
  checkBackend: Parts['checkBackend']
  placesOf: Parts['placesOf']
}

/** Together with SHUTDOWN_WAIT at most 25 seconds in the image. */
const SHUTDOWN_GRACE = 18 * SECOND
/** How long the rest of a refused body is read. */
const LINGER = 20 * SECOND
/** Slots for requests for pictures. Resizing has a separate limit (images.server.ts). */
const PICTURE_SLOTS = { atOnce: 64, perAddress: 32 }

/** Concurrent uploads: bodies with files may take 64 MB of memory. */
const MAX_UPLOADS = Math.floor((64 * 1024 * 1024) / MAX_MULTIPART_BYTES)

/** Creates the HTTP server: cached pages first, then the pipeline. */
export function createShopServer(options: ShopOptions): ShopServer {
  const { settings, clientFolder } = options
  const log = createLog(settings.LOG_LEVEL)
  const stopping = new AbortController()
  const shop = openShop(settings, log, options.services(settings, log), stopping.signal)
  const remix = new RemixApp(options.build)
  const routes = () => remix.routes
  const pages = new PageCache(
    async (path, isLite) => {
      const headers = { accept: 'text/html', ...(isLite ? { 'save-data': 'on' } : {}) }
      return pipeline.request(settings.PUBLIC_URL + path, { headers }, {})
    },
    routes,
    (cookieHeader) => shop.cookies.isOurs(cookieHeader),
    settings.PAGE_CACHE_MB * 2 ** 20,
  )
  const metrics = new Metrics(shop, pages)
  const requests = new RequestLog(log, metrics, routes)
  const scripts = join(settings.SHOP_CACHE, 'scripts')
  let isShuttingDown = false
  const pipeline = createPipeline({
    shop,
    remix,
    pages,
    files: clientFolder ? new StaticFiles(clientFolder, scripts, fileHeaders(settings), log) : undefined,
    requests,
    metrics,
    renderSlots: new Slots(settings.MAX_RENDERS, settings.MAX_RENDERS_PER_ADDRESS),
    pictureSlots: new Slots(PICTURE_SLOTS.atOnce, PICTURE_SLOTS.perAddress),
    uploadSlots: new Slots(MAX_UPLOADS, Math.ceil(MAX_UPLOADS / 2)),
    formTargets: options.formTargets(settings),
    inlineScripts: options.inlineScripts,
    checkBackend: options.checkBackend,
    placesOf: options.placesOf,
    isShuttingDown: () => isShuttingDown,
  })
  const listener = getRequestListener((request, bindings) => pipeline.fetch(request, bindings), {
    overrideGlobalObjects: false,
    // It resets the connection half a second after a refusal, and browsers then show an error in place of the page (see `linger`).
    autoCleanupIncoming: false,
  })

  const server = createServer(
    {
      // `countHosts` checks it: Node's response would lack the security headers.
      requireHostHeader: false,
      headersTimeout: 10 * SECOND,
      // Must be larger than headersTimeout, or Node swaps them. Bodies have stricter limits (read-body.server.ts).
      requestTimeout: 5 * MINUTE,
      connectionsCheckingInterval: 2 * SECOND,
      keepAliveTimeout: settings.KEEP_ALIVE_SECONDS * SECOND,
    },
    (incoming, outgoing) => {
      const startedAt = performance.now()
      // The fast path of most requests.
      if (!isShuttingDown && countHosts(incoming) === 1 && pages.serve(incoming, outgoing)) {
        requests.record(incoming, outgoing, performance.now() - startedAt)
        return
      }
      outgoing.on('finish', () => {
        requests.record(incoming, outgoing, performance.now() - startedAt)
        linger(incoming)
        // Idle keep-alive connections would delay the shutdown.
        if (stopping.signal.aborted) setImmediate(() => server.closeIdleConnections())
      })
      if (isShuttingDown) outgoing.setHeader('Connection', 'close')
      if (countHosts(incoming) !== 1) return refuse(outgoing, 400)
      void listener(incoming, outgoing)
    },
  )
  server.maxConnections = settings.MAX_CONNECTIONS
  server.on('clientError', refuseUnreadable)
  server.on('checkExpectation', (_incoming: IncomingMessage, outgoing: ServerResponse) => refuse(outgoing, 417))
  if (settings.METRICS_PORT)
    metrics
      .listen(settings.METRICS_PORT)
      .once('error', (error) => server.emit('error', error))
      .unref()

  async function close(): Promise<void> {
    isShuttingDown = true
    // Gives the load balancer time to notice.
    await delay(settings.SHUTDOWN_WAIT * SECOND)
    stopping.abort()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    const late = delay(SHUTDOWN_GRACE, undefined, { ref: false }).then(() => server.closeAllConnections())
    await closed
    await Promise.race([Promise.allSettled(shop.background), late])
    shop.limits.close()
    await shop.liveMessages.close()
  }
  return { server, shop, close }
}

/** Reads the rest of a refused request for a while: browsers show the response only after they have sent everything. */
function linger(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.method === 'GET' || incoming.method === 'HEAD') return
  const late = setTimeout(() => incoming.socket.destroy(), LINGER).unref()
  incoming.once('close', () => clearTimeout(late))
  // The web stream of the form would pause the request after each chunk.
  incoming.removeAllListeners('data')
  incoming.on('data', () => undefined)
}

/** Counts Host headers. With two, a proxy may have used another one than the shop (request smuggling). */
function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

const BARE_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'",
  'Referrer-Policy': 'strict-origin',
  Connection: 'close',
}

function refuse(outgoing: ServerResponse, status: number): void {
  outgoing.writeHead(status, BARE_HEADERS).end(STATUS_CODES[status])
}

/** Responds to bytes that Node can't parse as HTTP, with the security headers. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const text = STATUS_CODES[status] ?? ''
  const lines = Object.entries({ ...BARE_HEADERS, 'Content-Length': String(text.length) }).map((pair) =>
    pair.join(': '),
  )
  socket.end(`HTTP/1.1 ${status} ${text}\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
}
