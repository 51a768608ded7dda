import { Hono, type Context } from 'hono'
import { requestId } from 'hono/request-id'
import { inLanguage } from '~/language/current.server'
import type { PageCache } from '../cache/page-cache.server'
import { languageByAddress, variantOfRequest } from '../cache/variant.server'
import type { Settings } from '../env.server'
import { describeError } from '../log.server'
import type { Shop } from '../shop.server'
import { clientAddress, networkOf } from './client-address.server'
import type { Metrics } from './metrics.server'
import { boundedBody, formProof, formTokens, openByGet, sameOrigin } from './post/post-checks.server'
import { BodyRefused } from './post/read-body.server'
import type { RemixApp } from '../remix/remix.server'
import { newNote } from './request-log.server'
import { compress } from './response/encoding.server'
import { respondByRemix } from './response/respond.server'
import { securityHeaders } from './response/security-headers.server'
import { sharedPage, staticFiles } from './response/shared-pages.server'
import type { StaticFiles } from './response/static-files.server'
import type { Rooms } from './rooms.server'
import { UNKNOWN_PATH } from '../remix/route-table.server'
import { NoSlot, openSlots, type Slots } from './slots.server'
import { refuse, visitOf, type Env, type Step } from './step.server'

const MAX_URL_LENGTH = 4_096
/** More than all cookies of the shop have together. */
const MAX_COOKIE_CHARACTERS = 24 * 1024
/** How many cookies a response deletes by name. */
const MAX_NAMED = 20

/** What the pipeline responds with, besides the shop. */
export interface Served {
  remix: RemixApp
  pages: PageCache
  /** Undefined in development, where Vite serves files. */
  files: StaticFiles | undefined
  metrics: Metrics
  isShuttingDown: () => boolean
}

/**
 * Creates the pipeline: each step responds or calls the next. Cached pages are served before it (server.server.ts), since their Request
 * and Response objects would cost a fifth of the throughput.
 */
export function createPipeline(
  shop: Shop,
  { policy, checkBackend, isHidden, isEnglish, placesOf }: Rooms,
  { remix, pages, files, metrics, isShuttingDown }: Served,
): Hono<Env> {
  const { settings, formTokens: tokens } = shop
  const slots = openSlots(settings)
  const app = new Hono<Env>()
  app.use(requestId({ limitLength: 64 }))
  app.use(openNote(settings.TRUST_PROXY_HOPS))
  app.use(speakLanguage(settings))
  app.use(securityHeaders(settings, policy(settings)))
  app.get('/health/live', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }))
  app.get('/health/ready', async (c) => {
    // With the backend down but the caches filled, this process is degraded, but can serve visitors.
    const state = isShuttingDown() ? 'leaving' : await checkBackend(shop)
    const isReady = state === 'ready' || state === 'degraded'
    return c.json({ state }, isReady ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
  app.use(staticFiles(files))
  app.use(boundedCookies)
  app.use(checkRoute(remix, (request) => isHidden(shop, request), isEnglish))
  app.use(openByGet)
  app.use(compress)
  app.use(formTokens(tokens))
  app.use(sharedPage(shop, pages, placesOf))
  app.use(sameOrigin(settings.PUBLIC_URL, metrics))
  app.use(boundedBody(slots.uploads))
  app.use(formProof(tokens, metrics))
  app.use(slot(slots))
  app.all('*', (c) =>
    respondByRemix(shop, remix, { ...visitOf(c), raw: c.get('raw'), form: c.get('form') }, (refusal, headers) =>
      refuse(c, refusal, headers),
    ),
  )
  app.onError((error, c) => failure(shop, error, c))
  return app
}

/** Responds in the visitor's language, and keeps that of a page's address. Pages that are cached keep it already. */
function speakLanguage(settings: Settings): Step {
  return (c, next) =>
    inLanguage(variantOfRequest(c.req.raw).language, async () => {
      await next()
      const { headers } = c.res
      // A link of a mail may lead to the log-in. Shared caches store a 301, which would choose for everybody.
      const isRedirect = headers.has('location') && c.res.status !== 301
      const isPage = headers.get('content-type')?.startsWith('text/html') || isRedirect
      if (c.env.pageKey || !isPage) return
      const choice = languageByAddress(settings, c.req.method, c.req.url, c.req.header('cookie'))
      if (choice !== null) c.header('Set-Cookie', choice, { append: true })
    })
}

/** Opens the request's note for the log, and determines the client's address. */
function openNote(proxies: number): Step {
  return async (c, next) => {
    const id = c.get('requestId')
    const note = c.env.note ?? newNote()
    note.requestId = id
    c.set('note', note)
    const peer = c.env.incoming?.socket.remoteAddress
    c.set('address', clientAddress(peer, c.req.header('x-forwarded-for') ?? null, proxies))
    await next()
    // Only errors carry the ID, to save bytes.
    if (c.res.status >= 400) c.res.headers.set('X-Request-Id', id)
  }
}

/** Refuses URLs that are too long, and methods that the route doesn't handle. The desk's pages are in English alone. */
function checkRoute(
  remix: RemixApp,
  isHidden: (request: Request) => Promise<boolean>,
  isEnglish: (path: string) => boolean,
): Step {
  return async (c, next) => {
    if (c.req.url.length > MAX_URL_LENGTH) return refuse(c, 414)
    const routes = await remix.current()
    c.set('isHidden', await isHidden(c.req.raw))
    // Hidden paths get the route for unknown paths, which responds with 404.
    const route = routes.find(c.get('isHidden') ? UNKNOWN_PATH : c.req.path)
    c.set('route', route)
    if (!route.methods.includes(c.req.method)) return refuse(c, 405, { Allow: route.methods.join(', ') })
    return isEnglish(c.req.path) && !c.get('isHidden') ? inLanguage('en', next) : next()
  }
}

/**
 * Refuses a request with more cookies than the shop reads, and deletes them, since the browser would send them with every other one. The
 * longest are also deleted by name, for browsers without Clear-Site-Data.
 */
const boundedCookies: Step = async (c, next) => {
  const header = c.req.header('cookie') ?? ''
  if (header.length <= MAX_COOKIE_CHARACTERS) return next()
  const response = refuse(c, 431, { 'Clear-Site-Data': '"cookies"' })
  const longest = header.split('; ').toSorted((one, other) => other.length - one.length)
  for (const pair of longest.slice(0, MAX_NAMED)) {
    const name = pair.split('=', 1)[0] ?? ''
    if (/^[\w.-]{1,64}$/.test(name))
      response.headers.append('Set-Cookie', `${name}=; Max-Age=0; Path=/${name.startsWith('__') ? '; Secure' : ''}`)
  }
  return response
}

function slot({ pages, pictures }: Record<'pages' | 'pictures', Slots>): Step {
  return async (c, next) => {
    // Renders for the page cache don't count for a visitor's network.
    const network = c.env.incoming ? networkOf(c.get('address')) : 'page cache'
    return (c.get('route').isPicture ? pictures : pages).run(network, next)
  }
}

function failure(shop: Shop, error: Error, c: Context<Env>): Response | Promise<Response> {
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
