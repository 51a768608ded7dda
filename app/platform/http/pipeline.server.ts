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
import { fillPage, isPossible, NOWHERE, respondByRemix, type Visit } from './respond.server'
import type { RouteInfo } from './route-table.server'
import { crossOriginProblem, mayHideOrigin, NO_ORIGIN } from './same-origin.server'
import { securityHeaders, type FormTargets } from './security-headers.server'
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
  formTargets: FormTargets
  inlineScripts: readonly string[]
  checkBackend: (shop: Shop) => Promise<'ready' | 'degraded' | 'unready'>
  isLeaving: () => boolean
  /** What a known visitor's pages hold where those for everybody differ. */
  placesOf: (context: RequestContext, request: Request) => Promise<PlaceContents>
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
    /** A client that doesn't say where its forms are, by its cookie (same-origin.server.ts). */
    formClient: string | null
    isUnproven: boolean
  }
}

const MAX_URL_LENGTH = 4_096

/**
 * The shop's requests from top to bottom: each step responds or hands on to the next. Cached pages are served in front of
 * it (see server.server.ts), since a Request and a Response object for each would cost a fifth of the throughput.
 */
export function createPipeline(parts: Parts): Hono<Env> {
  const { shop } = parts
  const app = new Hono<Env>()
  app.use(requestId({ limitLength: 64 }))
  app.use(note(parts))
  app.use(securityHeaders(shop.settings, parts.formTargets, parts.inlineScripts))
  app.get('/health/live', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }))
  app.get('/health/ready', readiness(parts))
  app.use(staticFiles(parts))
  app.use(knownAddress(parts))
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
    // What went well is found by its time; the bytes are the shopper's.
    if (c.res.status >= 400) c.res.headers.set('X-Request-Id', id)
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

function cachedPage({ pages }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { incoming } = c.env
    const key = incoming && pages.keyOf(c.req.method, incoming.url ?? '/', incoming.headers)
    const page = key ? await pages.load(key) : null
    return page ? pageResponse(page, c.req.method, c.req.header()) : next()
  }
}

/** A known visitor's page where all but a few places are the same for everybody, filled in from the cache. */
function filledPage(parts: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    const cookie = c.req.header('cookie')
    // A message that is shown once makes the whole page the visitor's own.
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
    c.set('isUnproven', problem === NO_ORIGIN)
    if (problem === null || problem === NO_ORIGIN) return next()
    metrics.refusals.inc({ reason: problem })
    return refuse(c, 403)
  }
}

/** Puts a token into each form of a page for a client whose posts need one. */
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

/** Turns away a post that says nothing of its form's page, unless the form has this client's token. */
function formProof({ shop: { formTokens: tokens }, metrics }: Parts): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.method !== 'POST' || c.get('route').isWebhook) return next()
    const client = c.get('formClient')
    const isProven = tokens.takeProof(client, c.get('form') ?? new FormData())
    let refusal: Response | undefined
    if (c.get('isUnproven') && !isProven) {
      metrics.refusals.inc({ reason: NO_ORIGIN })
      refusal = refuse(c, 'unproven')
    } else await next()
    const response = refusal ?? c.res
    if (client === null && mayHideOrigin(c.req.raw)) response.headers.append('Set-Cookie', await tokens.newClient())
    return refusal
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

function respond(parts: Parts, c: Context<Env>): Promise<Response> {
  return respondByRemix(parts, { ...visitOf(c), raw: c.get('raw'), form: c.get('form') }, (refusal, headers) =>
    refuse(c, refusal, headers),
  )
}

function visitOf(c: Context<Env>): Visit {
  return { request: c.req.raw, note: c.get('note'), clientAddress: c.get('address') }
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
