import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { pageResponse, type PageCache } from '../cache/page-cache.server'
import type { PlaceContents } from '../cache/places.server'
import type { RequestContext, Shop } from '../context.server'
import { describeError } from '../log.server'
import { clientAddress, networkOf } from './client-address.server'
import { bodyOf, bufferResponse, compress } from './encoding.server'
import type { Metrics } from '../metrics.server'
import { refusalPage, type Refusal } from './plain-page.server'
import { BodyRefused, isMultipart, readForm, readRaw } from './read-body.server'
import type { RemixApp } from './remix.server'
import type { RequestLog, RequestNote } from './request-log.server'
import { fillPage, isValidPath, UNKNOWN_PATH, respondByRemix, type Visit } from './respond.server'
import type { RouteInfo } from './route-table.server'
import { crossOriginProblem, mayHideOrigin, NO_ORIGIN } from './same-origin.server'
import { securityHeaders, type FormTargets } from './security-headers.server'
import { NoSlot, type Slots } from './slots.server'
import type { StaticFiles } from './static-files.server'

/** The parts of the pipeline, which live as long as the process. */
export interface Parts {
  shop: Shop
  remix: RemixApp
  pages: PageCache
  /** Undefined in development, where Vite serves files. */
  files: StaticFiles | undefined
  requests: RequestLog
  metrics: Metrics
  renderSlots: Slots
  pictureSlots: Slots
  uploadSlots: Slots
  formTargets: FormTargets
  inlineScripts: readonly string[]
  checkBackend: (shop: Shop) => Promise<'ready' | 'degraded' | 'unready'>
  isShuttingDown: () => boolean
  /** Whether a request is responded to as if its path were unknown. */
  isHidden: (shop: Shop, request: Request) => Promise<boolean>
  /** Returns the personal content of a known visitor's page. */
  placesOf: (context: RequestContext, request: Request) => Promise<PlaceContents>
}

interface Env {
  /** Absent for a page that the page cache renders: it has no Node request. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    note: RequestNote
    address: string
    route: RouteInfo
    isHidden: boolean
    form: FormData | undefined
    raw: Buffer | undefined
    /** The ID of a client that sends no Origin (same-origin.server.ts). */
    formClient: string | null
    hasNoOrigin: boolean
  }
}

const MAX_URL_LENGTH = 4_096

/**
 * Creates the pipeline: each middleware responds or calls the next. Cached pages are served before it (server.server.ts), since
 * their Request and Response objects would cost a fifth of the throughput.
 */
export function createPipeline(parts: Parts): Hono<Env> {
  const { shop } = parts
  const app = new Hono<Env>()
  app.use(requestId({ limitLength: 64 }))
  app.use(openNote(parts))
  app.use(securityHeaders(shop.settings, parts.formTargets, parts.inlineScripts))
  app.get('/health/live', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }))
  app.get('/health/ready', readiness(parts))
  app.use(staticFiles(parts))
  app.use(checkRoute(parts))
  app.use(compress)
  app.use(formTokens(parts))
  app.use(cachedPage(parts))
  app.use(filledPage(parts))
  app.use(sameOrigin(parts))
  app.use(boundedBody(parts))
  app.use(formProof(parts))
  app.use(slot(parts))
  app.all('*', (c) => respond(parts, c))
  app.onError((error, c) => failure(parts, error, c))
  return app
}

function refuse(c: Context<Env>, refusal: Refusal, headers?: Record<string, string>): Response {
  return refusalPage(refusal, c.get('requestId'), headers)
}

/** Opens the request's note for the log, and determines the client's address. */
function openNote({ requests, shop: { settings } }: Parts): MiddlewareHandler<Env> {
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
    // Only errors carry the ID, to save bytes.
    if (c.res.status >= 400) c.res.headers.set('X-Request-Id', id)
  }
}

/** Reports whether this process can serve visitors. With the backend down but the caches filled, it is degraded, but ready. */
function readiness({ shop, checkBackend, isShuttingDown }: Parts) {
  return async (c: Context<Env>) => {
    const state = isShuttingDown() ? 'leaving' : await checkBackend(shop)
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

/** Refuses URLs that are too long, and methods that the route doesn't handle. */
function checkRoute({ remix, shop, isHidden }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.url.length > MAX_URL_LENGTH) return refuse(c, 414)
    const routes = await remix.current()
    c.set('isHidden', await isHidden(shop, c.req.raw))
    // Hidden and invalid paths get the route for unknown paths, which responds with 404.
    const route = routes.find(isValidPath(c.req.path) && !c.get('isHidden') ? c.req.path : UNKNOWN_PATH)
    c.set('route', route)
    if (!route.methods.includes(c.req.method)) return refuse(c, 405, { Allow: route.methods.join(', ') })
    return next()
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

/** Responds to a known visitor with the cached page, its places filled in. */
function filledPage(parts: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    const cookie = c.req.header('cookie')
    // A flash message makes the whole page personal.
    const { incoming } = c.env
    if (!incoming || !cookie || parts.shop.cookies.isForNextPage(cookie)) return next()
    const page = await parts.pages.shared(c.req.method, incoming.url ?? '/', incoming.headers)
    return page ? fillPage(parts, page, visitOf(c)) : next()
  }
}

function sameOrigin({ shop: { settings }, metrics }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.method !== 'POST' || c.get('route').isWebhook) return next()
    const problem = crossOriginProblem(c.req.raw, settings.PUBLIC_URL)
    c.set('hasNoOrigin', problem === NO_ORIGIN)
    if (problem === null || problem === NO_ORIGIN) return next()
    metrics.refusals.inc({ reason: problem })
    return refuse(c, 403)
  }
}

/** Adds a token to each form of a page, for clients that send no Origin. */
function formTokens({ shop: { formTokens: tokens } }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    const client = await tokens.clientOf(c.req.header('cookie'))
    c.set('formClient', client)
    await next()
    const isPage = c.res.headers.get('content-type')?.startsWith('text/html') === true
    if (client === null || !isPage || c.req.method === 'HEAD') return
    const page = tokens.addTo((await bodyOf(c.res)).toString(), client)
    const { status, headers } = c.res
    headers.delete('Content-Length')
    c.res = undefined
    c.res = bufferResponse(Buffer.from(page), { status, headers })
  }
}

/** Refuses a post without an origin, unless the form has this client's token. */
function formProof({ shop: { formTokens: tokens }, metrics }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.method !== 'POST' || c.get('route').isWebhook) return next()
    const client = c.get('formClient')
    const hasToken = tokens.takeToken(client, c.get('form') ?? new FormData())
    let refusal: Response | undefined
    if (c.get('hasNoOrigin') && !hasToken) {
      metrics.refusals.inc({ reason: NO_ORIGIN })
      refusal = refuse(c, 'unproven')
    } else await next()
    const response = refusal ?? c.res
    if (client === null && mayHideOrigin(c.req.raw)) response.headers.append('Set-Cookie', await tokens.newClient())
    return refusal
  }
}

/** Reads the posted body before a slot is taken, so that slow clients don't hold slots. */
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
    // Renders for the page cache don't count for a visitor's network.
    const network = c.env.incoming ? networkOf(c.get('address')) : 'page cache'
    const slots = c.req.path.startsWith('/images/') ? pictureSlots : renderSlots
    return slots.run(network, next)
  }
}

function respond(parts: Parts, c: Context<Env>): Promise<Response> {
  return respondByRemix(parts, { ...visitOf(c), raw: c.get('raw'), form: c.get('form') }, (refusal, headers) =>
    refuse(c, refusal, headers),
  )
}

function visitOf(c: Context<Env>): Visit {
  return {
    request: c.req.raw,
    note: c.get('note'),
    clientAddress: c.get('address'),
    isHidden: c.get('isHidden'),
    hasOwnLayout: c.get('route').hasOwnLayout,
  }
}

function failure({ shop: { log } }: Parts, error: Error, c: Context<Env>): Response {
  if (error instanceof BodyRefused) {
    // Don't keep a slow client's connection.
    return refuse(c, error.status, error.status === 408 ? { Connection: 'close' } : {})
  }
  if (error instanceof NoSlot) return refuse(c, 503, { 'Retry-After': '2' })
  log.error({ event: 'request failed', requestId: c.get('requestId'), ...describeError(error) })
  return refuse(c, 500)
}
