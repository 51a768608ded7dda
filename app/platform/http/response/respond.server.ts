import { fillPlaces, type CutPage, type PlaceContents } from '../../cache/places.server'
import { openRequest, type RequestContext } from '../../context.server'
import type { Shop } from '../../shop.server'
import type { Visitor } from '../../supabase/session.server'
import { shopperHash } from '../../log.server'
import { RETRY_AFTER_SECONDS, hadOutage, requestStorage } from '../../supabase/backend-fetch.server'
import { bufferResponse } from './encoding.server'
import type { Refusal } from './plain-page.server'
import { toRemixRequest, type RemixApp } from '../../remix/remix.server'
import type { RequestNote } from '../request-log.server'
import type { RouteInfo } from '../../remix/route-table.server'

/** A request with what the pipeline knows about it. */
export interface Visit {
  request: Request
  note: RequestNote
  clientAddress: string
  /** Whether the path counts as unknown. */
  isHidden: boolean
  route: RouteInfo
}

/** Returns the personal content of a known visitor's page, for those places whose names are given. */
export type PlacesOf = (context: RequestContext, request: Request, names: ReadonlySet<string>) => Promise<PlaceContents>

interface Responded {
  response: Response
  visitor: Visitor
  hasSessionEnded?: RequestContext['hasSessionEnded']
}

/**
 * Returns a response; once more, as for a visitor who isn't signed in, if Auth doesn't confirm the session that it was made for, or if it
 * failed and the session has ended meanwhile.
 */
async function confirmed(respond: () => Promise<Responded>): Promise<Response> {
  const { response, visitor, hasSessionEnded } = await respond()
  const hasFailed = response.status === 404 || response.status >= 500
  if ((await visitor.isConfirmed()) && !(hasFailed && (await hasSessionEnded?.().catch(() => false)))) return response
  await response.body?.cancel()
  return (await respond()).response
}

/** Opens the context of a visit, and adds the shopper to its log line. */
async function openVisit(shop: Shop, { request, note, clientAddress, route }: Visit, form = new FormData()) {
  const opened = await openRequest(shop, request, { clientAddress, requestId: note.requestId, form, route })
  const { claimedId } = opened.context.visitor
  if (claimedId) note.shopper = shopperHash(claimedId)
  return opened
}

/** Responds with a cached page, filled in for this visitor. */
export function fillPage(shop: Shop, placesOf: PlacesOf, page: CutPage, visit: Visit): Promise<Response> {
  const respond = async () => {
    const { context, cookies } = await openVisit(shop, visit)
    const body = fillPlaces(page, await placesOf(context, visit.request, page.names))
    const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' })
    for (const one of cookies) headers.append('Set-Cookie', one)
    return { response: bufferResponse(body, { headers }), visitor: context.visitor }
  }
  return requestStorage.run(visit.note, () => confirmed(respond))
}

/** Responds with the request's route. `refuse` returns the error page for routes without one. */
export function respondByRemix(
  shop: Shop,
  remix: RemixApp,
  visit: Visit & { form: FormData | undefined; raw: Buffer | undefined },
  refuse: (refusal: Refusal, headers?: Record<string, string>) => Response,
): Promise<Response> {
  const request = toRemixRequest(visit.request, visit.raw, shop.settings.PUBLIC_URL)
  const respond = async () => {
    const { context, cookies, flashCookies, gaps } = await openVisit(shop, { ...visit, request }, visit.form)
    const given = { ...context }
    const response = await remix.handle(request, given, visit.isHidden)
    const { visitor, hasSessionEnded } = given
    const isPlain = !response.headers.get('content-type')?.includes('html')
    if (response.status === 500 && isPlain && hadOutage())
      return { response: refuse('outage', { 'Retry-After': RETRY_AFTER_SECONDS }), visitor, hasSessionEnded }
    if (response.status === 500 && isPlain && request.headers.get('accept')?.includes('text/html')) {
      // A route without a page, such as a redirect, has no error boundary either.
      return { response: refuse(500), visitor, hasSessionEnded }
    }
    // Keep the flash message until a page renders it; redirects don't.
    if (response.status < 300 || response.status >= 400) cookies.push(...flashCookies)
    const isOurs = shop.cookies.isOurs(request.headers.get('cookie') ?? '')
    const cacheControl = cacheControlFor(response, {
      setsCookies: cookies.length > 0,
      isOurs,
      hasGaps: gaps.length > 0,
    })
    if (cacheControl) response.headers.set('Cache-Control', cacheControl)
    for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
    // Prefetched pages may be outdated after a post.
    if (request.method === 'POST') response.headers.set('Clear-Site-Data', '"prefetchCache"')
    return { response, visitor, hasSessionEnded }
  }
  return requestStorage.run(visit.note, () => confirmed(respond))
}

/** Returns the `Cache-Control` that replaces the response's, or null if that is right. */
function cacheControlFor(
  response: Response,
  { setsCookies, isOurs, hasGaps }: { setsCookies: boolean; isOurs: boolean; hasGaps: boolean },
): string | null {
  const own = response.headers.get('cache-control')
  if (setsCookies || isOurs) {
    const isPublicFile = own?.startsWith('public') && !setsCookies
    return own?.includes('no-store') || isPublicFile ? null : 'private, no-store'
  }
  if (hasGaps) return 'no-store'
  return own === null ? 'private, no-cache' : null
}
