import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import { pageResponse, type PageCache } from '../cache/page-cache.server'
import { openRequest, type Shop } from '../context.server'
import { describeError, shopperHash } from '../log.server'
import { requestAtHand } from '../supabase/backend-fetch.server'
import { clientAddress, networkOf } from './client-address.server'
import { compress } from './compress.server'
import type { Metrics } from '../metrics.server'
import { refusalPage, type RefusalStatus } from './plain-page.server'
import { BodyRefused, isMultipart, readForm, readRaw } from './read-body.server'
import type { RemixApp } from './remix.server'
import type { RequestLog, RequestNote } from './request-log.server'
import type { RouteInfo } from './route-table.server'
import { crossOriginProblem } from './same-origin.server'
import { fileHeaders } from './security-headers.server'
import { NoSlot, type Slots } from './slots.server'
import type { StaticFiles } from './static-files.server'

/** What the pipeline works with; each lives as long as the process. */
export interface Parts {
  shop: Shop
  remix: RemixApp
  pages: PageCache
  /** None in development, where Vite sends them. */
  files: StaticFiles | undefined
  requests: RequestLog
  metrics: Metrics
  renderSlots: Slots
  pictureSlots: Slots
  uploadSlots: Slots
  headers: Parameters<typeof secureHeaders>[0]
  checkBackend: (shop: Shop) => Promise<'ready' | 'degraded' | 'unready'>
  isLeaving: () => boolean
}

interface Env {
  /** A page that the cache renders for everybody has no Node request behind it. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    note: RequestNote
    address: string
    route: RouteInfo
    form: FormData | undefined
    raw: Buffer | undefined
  }
}

const MAX_URL_LENGTH = 4_096
/** A path that no route has but the one for unknown paths. */
const NOWHERE = '/*'
/** Characters that no address of the shop has, encoded or not: a database refuses NUL, and URLs turn a backslash into a slash. */
const IMPOSSIBLE = /[\u0000-\u001f\u007f\\]/

/**
 * The shop's requests from top to bottom: each step responds or hands on to the next. Cached pages are served in front of
 * it (see server.server.ts), since a Request and a Response object for each would cost a fifth of the throughput.
 */
export function createPipeline(parts: Parts): Hono<Env> {
  const app = new Hono<Env>()
  app.use(requestId({ limitLength: 64 }))
  app.use(note(parts))
  app.use(securityHeaders(parts))
  app.get('/health/live', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }))
  app.get('/health/ready', readiness(parts))
  app.use(staticFiles(parts))
  app.use(knownAddress(parts))
  app.use(cachedPage(parts))
  app.use(sameOrigin(parts))
  app.use(boundedBody(parts))
  app.use(slot(parts))
  app.use(compress)
  app.all('*', (c) => respond(parts, c))
  app.onError((error, c) => failure(parts, error, c))
  return app
}

function refuse(c: Context<Env>, status: RefusalStatus, headers?: Record<string, string>): Response {
  return refusalPage(status, c.get('requestId'), headers)
}

/** Opens what the log will say of the request, and finds out where it comes from. */
function note({ requests, shop: { settings } }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    const id = c.get('requestId')
    c.set('note', requests.open(c.env.incoming ?? {}, id))
    c.set(
      'address',
      clientAddress(
        c.env.incoming?.socket.remoteAddress,
        c.req.header('x-forwarded-for') ?? null,
        settings.TRUST_PROXY_HOPS,
      ),
    )
    await next()
    c.res.headers.set('X-Request-Id', id)
  }
}

/** Pages get all security headers; of those, pictures get what means something for a picture. */
function securityHeaders({ shop: { settings }, headers }: Parts): MiddlewareHandler<Env> {
  const forPages = secureHeaders(headers)
  const forFiles = Object.entries(fileHeaders(settings))
  return async (c, next) => {
    if (!c.req.path.startsWith('/images/')) return forPages(c, next)
    await next()
    for (const [name, value] of forFiles) c.res.headers.set(name, value)
  }
}

/** Whether this process may be sent visitors. A dead backend with a filled cache is degraded, but ready. */
function readiness({ shop, checkBackend, isLeaving }: Parts) {
  return async (c: Context<Env>) => {
    const state = isLeaving() ? 'leaving' : await checkBackend(shop)
    const isReady = state === 'ready' || state === 'degraded'
    return c.json({ state }, isReady ? 200 : 503, { 'Cache-Control': 'no-store' })
  }
}

function staticFiles({ files }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { incoming, outgoing } = c.env
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (isRead && incoming && outgoing && files?.serve(c.req.path, incoming, outgoing)) return RESPONSE_ALREADY_SENT
    return next()
  }
}

/** Turns away addresses that no page can have, and methods that the route behind an address doesn't answer. */
function knownAddress({ remix }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.url.length > MAX_URL_LENGTH) return refuse(c, 414)
    const routes = await remix.current()
    // An address that can't be is one that isn't there: the route for unknown paths says so.
    const route = routes.find(isPossible(c.req.path) ? c.req.path : NOWHERE)
    c.set('route', route)
    if (!route.methods.includes(c.req.method)) return refuse(c, 405, { Allow: route.methods.join(', ') })
    return next()
  }
}

function isPossible(path: string): boolean {
  try {
    return !IMPOSSIBLE.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

function cachedPage({ pages }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { incoming } = c.env
    const key = incoming && pages.keyOf(c.req.method, incoming.url ?? '/', incoming.headers)
    const page = key ? await pages.load(key) : null
    return page ? pageResponse(page, c.req.method, c.req.header()) : next()
  }
}

function sameOrigin({ shop: { settings }, metrics }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.method !== 'POST' || c.get('route').isWebhook) return next()
    const problem = crossOriginProblem(c.req.raw, settings.PUBLIC_URL)
    if (problem === null) return next()
    metrics.refusals.inc({ reason: problem })
    return refuse(c, 403)
  }
}

/** Reads what is posted before it takes a slot, so that slow senders hold none. */
function boundedBody({ uploadSlots }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { headers, body } = c.req.raw
    if (c.req.method !== 'POST') return next()
    if (c.get('route').isWebhook) c.set('raw', await readRaw(headers, body))
    else if (isMultipart(headers)) {
      c.set('form', await uploadSlots.run(networkOf(c.get('address')), () => readForm(headers, body)))
    } else c.set('form', await readForm(headers, body))
    return next()
  }
}

function slot({ renderSlots, pictureSlots }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    // A page that the cache renders is for everybody, so it counts for no network.
    const network = c.env.incoming ? networkOf(c.get('address')) : 'page cache'
    const slots = c.req.path.startsWith('/images/') ? pictureSlots : renderSlots
    return slots.run(network, next)
  }
}

async function respond({ shop, remix }: Parts, c: Context<Env>): Promise<Response> {
  const note = c.get('note')
  const request = ownRequest(c, shop.settings.PUBLIC_URL)
  return requestAtHand.run(note, async () => {
    const { context, cookies, flashCookies, gaps } = await openRequest(shop, request, {
      clientAddress: c.get('address'),
      requestId: note.requestId,
      form: c.get('form') ?? new FormData(),
    })
    const { claimedId } = context.visitor
    if (claimedId) note.shopper = shopperHash(claimedId)
    const response = await remix.handle(request, { ...context })
    const isPlain = !response.headers.get('content-type')?.includes('html')
    if (response.status === 500 && isPlain && request.headers.get('accept')?.includes('text/html')) {
      // A route without a page of its own, a redirect for example, has no error page either.
      return refuse(c, 500)
    }
    // Keep the flash message until a page renders it; redirects don't.
    if (response.status < 300 || response.status >= 400) cookies.push(...flashCookies)
    const isPersonal = cookies.length > 0 || shop.cookies.isOurs(request.headers.get('cookie') ?? '')
    if (isPersonal && !response.headers.get('cache-control')?.includes('no-store')) {
      const isPublicFile = response.headers.get('cache-control')?.startsWith('public') && cookies.length === 0
      if (!isPublicFile) response.headers.set('Cache-Control', 'private, no-store')
    } else if (gaps.length > 0) response.headers.set('Cache-Control', 'no-store')
    else if (!response.headers.has('cache-control')) response.headers.set('Cache-Control', 'private, no-cache')
    for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
    return response
  })
}

/** The request at the shop's own address, whatever Host and X-Forwarded-Host say: Remix compares them with Origin. */
function ownRequest(c: Context<Env>, publicUrl: string): Request {
  const { pathname, searchParams, search } = new URL(c.req.url)
  // Remix takes it for a question about one route's data, which no page of the shop asks, and fails when it names none.
  const isDataRequest = searchParams.has('_data')
  searchParams.delete('_data')
  const headers = new Headers(c.req.raw.headers)
  headers.set('host', new URL(publicUrl).host)
  for (const name of ['x-forwarded-host', 'content-length', 'transfer-encoding']) headers.delete(name)
  const raw = c.get('raw')
  return new Request(
    publicUrl + (isPossible(pathname) ? pathname : NOWHERE) + (isDataRequest ? `?${searchParams}` : search),
    {
      method: c.req.method,
      headers,
      ...(raw ? { body: new Uint8Array(raw) } : {}),
    },
  )
}

function failure({ shop: { log } }: Parts, error: Error, c: Context<Env>): Response {
  if (error instanceof BodyRefused) {
    // A slow sender's connection isn't worth keeping.
    return refuse(c, error.status, error.status === 408 ? { Connection: 'close' } : {})
  }
  if (error instanceof NoSlot) return refuse(c, 503, { 'Retry-After': '2' })
  log.error({ event: 'request failed', requestId: c.get('requestId'), ...describeError(error) })
  return refuse(c, 500)
}
