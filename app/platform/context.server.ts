import { join } from 'node:path'
import { replace } from '@remix-run/node'
import { CatalogueCache } from './cache/catalogue-cache.server'
import { Cookies, declareCookie } from './cookies.server'
import type { Settings } from './env.server'
import { createFlashes, type Flash, type Flashes } from './flash.server'
import { FormTokens } from './http/same-origin.server'
import { Pictures } from './images.server'
import { wantsLite } from './hydration/lite.server'
import { Limits } from './rate-limits.server'
import { LiveInserts } from './supabase/live-inserts.server'
import type { Log } from './log.server'
import { Sessions, type Shopper, type Visitor } from './supabase/session.server'
import { asLocation } from './text'
import { MINUTE } from './time'
import { openBackends, type Backends } from './supabase/clients.server'

/**
 * What rooms bring along for the life of the process, given by the entry. Empty here, since the platform knows no room: a room
 * adds its own by declaration merging.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged into
export interface RoomServices {}

/** What lives as long as the process. */
export interface Shop {
  settings: Settings
  log: Log
  backends: Backends
  cookies: Cookies
  sessions: Sessions
  flashes: Flashes
  formTokens: FormTokens
  catalogue: CatalogueCache
  limits: Limits
  /** Chat messages as they are inserted, by whomever. */
  liveMessages: LiveInserts
  services: RoomServices
  pictures: Pictures
  /** Ends when the process does: for answers that would go on for ever. */
  stopping: AbortSignal
  /** What goes on after its response (`inBackground`). */
  background: Set<Promise<unknown>>
}

/** What one request's loaders and actions work with. */
export interface RequestContext extends Shop {
  requestId: string
  clientAddress: string
  /** What was posted, within the bounds of read-body.server.ts; empty for a request without a form. */
  form: FormData
  /** The person behind the request; `findShopper` and `requireShopper` tell whether they are signed in. */
  visitor: Visitor
  /** Whether the page is the lite version. */
  isLite: boolean
  flash: Flash | null
  /** Cookies that go back with the answer, whatever answers. */
  sendCookie: (cookie: string) => void
  /** Says that a part of the page is missing, so that nobody keeps the page. */
  noteGap: (event: string) => void
}

/** The part of a request's context that a function works with: what it needs stands in its signature. */
export type Needs<Keys extends keyof RequestContext> = Pick<RequestContext, Keys>
/** What `attempt` needs to say that something went wrong beside the page. */
export type Reporting = 'log' | 'requestId' | 'noteGap'

/** Opens everything that lives as long as the process. */
export function openShop(settings: Settings, log: Log, services: RoomServices, stopping: AbortSignal): Shop {
  const backends = openBackends(settings)
  const cookies = new Cookies(settings)
  return {
    settings,
    log,
    backends,
    cookies,
    sessions: new Sessions(cookies, backends, log),
    flashes: createFlashes(cookies),
    formTokens: new FormTokens(cookies, settings),
    catalogue: new CatalogueCache(log),
    limits: new Limits(settings.REDIS_URL, log),
    liveMessages: new LiveInserts(backends.service, 'chat_messages', 'conversation_id', log),
    services,
    pictures: new Pictures(join(settings.SHOP_CACHE, 'pictures'), settings.PICTURE_CACHE_MB * 2 ** 20, log),
    stopping,
    background: new Set(),
  }
}

/** The context of one request, with the cookies it has to send back. */
export async function openRequest(
  shop: Shop,
  request: Request,
  { clientAddress, requestId, form }: Pick<RequestContext, 'clientAddress' | 'requestId' | 'form'>,
): Promise<{ context: RequestContext; cookies: string[]; flashCookies: string[]; gaps: string[] }> {
  const cookieHeader = request.headers.get('cookie')
  const session = await shop.sessions.find(cookieHeader, clientAddress)
  // Only a page that is looked at uses a message up, not a picture or a script.
  const { flash, cookies: flashCookies } =
    request.method === 'GET' ? await shop.flashes.read(request) : { flash: null, cookies: [] }
  const cookies = [...session.cookies]
  const gaps: string[] = []
  const context: RequestContext = {
    ...shop,
    requestId,
    clientAddress,
    form,
    visitor: session.visitor,
    isLite: wantsLite(cookieHeader, request.headers.get('save-data')),
    flash,
    sendCookie: (cookie) => void cookies.push(cookie),
    noteGap: (event) => void gaps.push(event),
  }
  return { context, cookies, flashCookies, gaps }
}

/** Where a visitor was going when they were asked to log in. */
export const destinationCookie = declareCookie({
  name: 'website_destination',
  maxAge: 30 * MINUTE,
  endsWithSession: true,
})

const SAME_SITE_PATH = /^\/(?![/\\])/

/** Browsers drop a cookie above 4,096 bytes, and a signed one is about half as long again as its text. */
const MAX_DESTINATION_LENGTH = 2_000

/** A path of this shop, or `/`: the only place a remembered or posted destination may lead. */
export function safePath(path: unknown): string {
  if (typeof path !== 'string' || path.length > MAX_DESTINATION_LENGTH) return '/'
  try {
    const decoded = decodeURIComponent(path)
    const hasControlCharacters = /[\u0000-\u001f\u007f]/.test(decoded)
    return SAME_SITE_PATH.test(path) && SAME_SITE_PATH.test(decoded) && !hasControlCharacters ? path : '/'
  } catch {
    return '/'
  }
}

/** The signed-in shopper, or null. The cookie of a session that has ended is deleted. */
export async function findShopper({
  visitor,
  sessions,
  sendCookie,
}: Needs<'sendCookie' | 'sessions' | 'visitor'>): Promise<Shopper | null> {
  const shopper = await visitor.verify()
  if (!shopper && visitor.claimedId !== null) sendCookie(await sessions.end())
  return shopper
}

/**
 * The signed-in shopper; else sends the visitor to `/` with a message, remembering where they were going (decision 2).
 * Called in every guarded loader and action, never only in a layout.
 */
export async function requireShopper(
  context: Needs<'cookies' | 'flashes' | 'sendCookie' | 'sessions' | 'visitor'>,
  request: Request,
  message = 'Please log in to continue.',
): Promise<Shopper> {
  const shopper = await findShopper(context)
  if (shopper) return shopper
  const { pathname, search } = new URL(request.url)
  const destination = request.method === 'GET' ? pathname + search : pathname
  context.sendCookie(
    await context.cookies.of(destinationCookie).serialize(safePath(destination.replace(/\.data$/, ''))),
  )
  throw await context.flashes.info('/', message)
}

/** Where a person who has just signed in goes: what they were after, else `fallback`. Forgets it. */
export async function takeDestination(
  context: Needs<'cookies' | 'sendCookie'>,
  request: Request,
  fallback = '/',
): Promise<string> {
  const remembered: unknown = await context.cookies.of(destinationCookie).parse(request.headers.get('cookie'))
  if (typeof remembered !== 'string') return fallback
  context.sendCookie(await context.cookies.of(destinationCookie).serialize('', { maxAge: 0 }))
  return safePath(remembered)
}

/** After a post, on to a page: GET, whatever the method was, and no extra step in the browser's history. */
export function redirectTo(path: string): Response {
  return replace(asLocation(path), { status: 303 })
}
