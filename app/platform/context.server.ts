import { m } from '~/language/messages'
import { replace } from '@remix-run/node'
import { currentLanguage } from '~/language/current'
import { declareCookie } from './cookies.server'
import type { Flash } from './http/flash.server'
import type { RouteInfo } from './remix/route-table.server'
import { variantOfRequest, type Variant } from './cache/variant.server'
import type { Shop } from './shop.server'
import type { Shopper, Visitor } from './supabase/session.server'
import { shopPath } from './text'
import { MINUTE } from './time'

/** The context of one request's loaders and actions. */
export interface RequestContext extends Shop, Variant {
  requestId: string
  clientAddress: string
  /** The posted form, within the limits of read-body.server.ts; empty for a request without a form. */
  form: FormData
  /** Use `findShopper` or `requireShopper` to find out whether the visitor is signed in. */
  visitor: Visitor
  route: RouteInfo
  flash: Flash | null
  /** Adds a Set-Cookie header to the response. */
  sendCookie: (cookie: string) => void
  /** Marks the page as incomplete, so that it isn't cached. Without its main part the response is 503. */
  markIncomplete: (event: string, isMain?: boolean) => void
  lacksMain: () => boolean
  /** Whether a session that a room accepted for this request has ended since. A failed response is then made once more. */
  hasSessionEnded?: () => Promise<boolean>
}

/** The parts of a request's context that a function needs. */
export type Needs<Keys extends keyof RequestContext> = Pick<RequestContext, Keys>
/** The parts that `attempt` needs. */
export type Reporting = 'log' | 'requestId' | 'markIncomplete'

/** Opens the context of one request. `cookies` and `gaps` collect its Set-Cookie headers and missing parts. */
export async function openRequest(
  shop: Shop,
  request: Request,
  { clientAddress, requestId, form, route }: Pick<RequestContext, 'clientAddress' | 'requestId' | 'form' | 'route'>,
): Promise<{ context: RequestContext; cookies: string[]; flashCookies: string[]; gaps: string[] }> {
  const cookieHeader = request.headers.get('cookie')
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const session = await shop.sessions.find(cookieHeader, clientAddress, isReading)
  // A post doesn't show the message, so it doesn't use it up.
  const { flash, cookies: flashCookies } =
    request.method === 'GET' ? await shop.flashes.read(request) : { flash: null, cookies: [] }
  const cookies = [...session.cookies]
  const gaps: string[] = []
  let lacksMain = false
  const context: RequestContext = {
    ...shop,
    requestId,
    clientAddress,
    form,
    route,
    visitor: session.visitor,
    ...variantOfRequest(request),
    language: currentLanguage(),
    flash,
    sendCookie: (cookie) => void cookies.push(cookie),
    markIncomplete(event, isMain = false) {
      gaps.push(event)
      lacksMain ||= isMain
    },
    lacksMain: () => lacksMain,
  }
  return { context, cookies, flashCookies, gaps }
}

/** The page that a visitor wanted when they were asked to log in. */
const destinationCookie = declareCookie({
  name: 'website_destination',
  maxAge: 30 * MINUTE,
  endsWithSession: true,
})

/** Remembers the page that leads back after signing in: the home page, if its path is too long. */
export async function rememberDestination(
  { cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>,
  destination: string,
): Promise<void> {
  sendCookie(await cookies.of(destinationCookie).serialize(shopPath(destination)))
}

/**
 * Returns the signed-in shopper, or null. Deletes the cookie of a session that has ended. While a page is read, Auth is asked beside its
 * other calls: a loader that writes awaits `visitor.verify()` first (decision 33).
 */
export async function findShopper({
  visitor,
  sessions,
  sendCookie,
}: Needs<'sendCookie' | 'sessions' | 'visitor'>): Promise<Shopper | null> {
  const shopper = await visitor.find()
  if (!shopper && visitor.claimedId !== null) sendCookie(await sessions.end())
  return shopper
}

/**
 * Returns the signed-in shopper. Otherwise throws a redirect to `/` with a message and remembers the destination (decision 102).
 * Every guarded loader and action calls it: Remix runs them in parallel with the layout's loader.
 */
export async function requireShopper(
  context: Needs<'cookies' | 'flashes' | 'sendCookie' | 'sessions' | 'visitor'>,
  request: Request,
  message: string = m.platform_log_in_first(),
): Promise<Shopper> {
  const shopper = await findShopper(context)
  if (shopper) return shopper
  const { pathname, search } = new URL(request.url)
  const destination = request.method === 'GET' ? pathname + search : pathname
  await rememberDestination(context, destination.replace(/\.data$/, ''))
  throw await context.flashes.info('/', message)
}

/** Returns the remembered destination for a shopper who has just signed in, or else `fallback`, and deletes it. */
export async function takeDestination(
  context: Needs<'cookies' | 'sendCookie'>,
  request: Request,
  fallback = '/',
): Promise<string> {
  const remembered: unknown = await context.cookies.of(destinationCookie).parse(request.headers.get('cookie'))
  if (typeof remembered !== 'string') return fallback
  context.sendCookie(await context.cookies.of(destinationCookie).serialize('', { maxAge: 0 }))
  return shopPath(remembered)
}

/** Redirects a post to a page, which is loaded by GET and replaces the current entry of the browser's history. */
export function redirectTo(path: string): Response {
  return replace(shopPath(path), { status: 303 })
}
