import { Hono, type Context } from 'hono'
import { requestId } from 'hono/request-id'
import { describeError } from '../log.server'
import { clientAddress, networkOf } from './client-address.server'
import { refuse, visitOf, type Env, type Middleware, type Parts } from './pipeline-parts.server'
import { boundedBody, formProof, formTokens, sameOrigin } from './post/post-checks.server'
import { BodyRefused } from './post/read-body.server'
import { compress } from './response/encoding.server'
import { isValidPath, UNKNOWN_PATH, respondByRemix } from './response/respond.server'
import { securityHeaders } from './response/security-headers.server'
import { cachedPage, filledPage, staticFiles } from './response/shared-pages.server'
import { NoSlot } from './slots.server'

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

/** Opens the request's note for the log, and determines the client's address. */
function openNote({ requests, shop: { settings } }: Parts): Middleware {
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

/** Refuses URLs that are too long, and methods that the route doesn't handle. */
function checkRoute({ remix, shop, isHidden }: Parts): Middleware {
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

function slot({ renderSlots, pictureSlots }: Parts): Middleware {
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

function failure({ shop }: Parts, error: Error, c: Context<Env>): Response | Promise<Response> {
  if (error instanceof BodyRefused) {
    const { tooLarge } = c.get('route')
    if (error.status === 413 && tooLarge !== null) return shop.flashes.error(c.req.path, tooLarge)
    // Don't keep a slow client's connection.
    return refuse(c, error.status, error.status === 408 ? { Connection: 'close' } : {})
  }
  if (error instanceof NoSlot) return refuse(c, 503, { 'Retry-After': '2' })
  shop.log.error({ event: 'request failed', requestId: c.get('requestId'), ...describeError(error) })
  return refuse(c, 500)
}
