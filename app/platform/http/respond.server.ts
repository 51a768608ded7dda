import { fillPlaces, type CutPage, type PlaceContents } from '../cache/places.server'
import { openRequest, type RequestContext, type Shop } from '../context.server'
import { shopperHash } from '../log.server'
import { COME_AGAIN_SECONDS, metOutage, requestAtHand } from '../supabase/backend-fetch.server'
import { bufferResponse } from './encoding.server'
import type { Refusal } from './plain-page.server'
import type { RemixApp } from './remix.server'
import type { RequestNote } from './request-log.server'

/** A request as the pipeline knows it when it comes to its response. */
export interface Visit {
  request: Request
  note: RequestNote
  clientAddress: string
}

/** A path that no route has but the one for unknown paths. */
export const NOWHERE = '/*'
/** Characters that no address of the shop has, encoded or not: a database refuses NUL, and URLs turn a backslash into a slash. */
const IMPOSSIBLE = /[\u0000-\u001f\u007f\\]/

/** Whether any page could have this path. */
export function isPossible(path: string): boolean {
  try {
    return !IMPOSSIBLE.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Opens the context of a visit, and names its shopper in the log. */
async function openVisit(shop: Shop, { request, note, clientAddress }: Visit, form = new FormData()) {
  const opened = await openRequest(shop, request, { clientAddress, requestId: note.requestId, form })
  const { claimedId } = opened.context.visitor
  if (claimedId) note.shopper = shopperHash(claimedId)
  return opened
}

/** Responds with the page for everybody, filled in for this visitor. */
export function fillPage(
  { shop, placesOf }: { shop: Shop; placesOf: (context: RequestContext, request: Request) => Promise<PlaceContents> },
  page: CutPage,
  visit: Visit,
): Promise<Response> {
  return requestAtHand.run(visit.note, async () => {
    const { context, cookies } = await openVisit(shop, visit)
    const body = fillPlaces(page, await placesOf(context, visit.request))
    const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'private, no-store' })
    for (const one of cookies) headers.append('Set-Cookie', one)
    return bufferResponse(body, { headers })
  })
}

/** Responds by the route behind the request. `refuse` makes the page for a failure of a route that has none of its own. */
export function respondByRemix(
  { shop, remix }: { shop: Shop; remix: RemixApp },
  visit: Visit & { form: FormData | undefined; raw: Buffer | undefined },
  refuse: (refusal: Refusal, headers?: Record<string, string>) => Response,
): Promise<Response> {
  const request = ownRequest(visit.request, visit.raw, shop.settings.PUBLIC_URL)
  return requestAtHand.run(visit.note, async () => {
    const { context, cookies, flashCookies, gaps } = await openVisit(shop, { ...visit, request }, visit.form)
    const response = await remix.handle(request, { ...context })
    const isPlain = !response.headers.get('content-type')?.includes('html')
    if (response.status === 500 && isPlain && metOutage())
      return refuse('outage', { 'Retry-After': COME_AGAIN_SECONDS })
    if (response.status === 500 && isPlain && request.headers.get('accept')?.includes('text/html')) {
      // A route without a page of its own, a redirect for example, has no error page either.
      return refuse(500)
    }
    // Keep the flash message until a page renders it; redirects don't.
    if (response.status < 300 || response.status >= 400) cookies.push(...flashCookies)
    const isOurs = shop.cookies.isOurs(request.headers.get('cookie') ?? '')
    const kept = keptBy(response, { setsCookies: cookies.length > 0, isOurs, hasGaps: gaps.length > 0 })
    if (kept) response.headers.set('Cache-Control', kept)
    for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
    // What a form changes, a page that was prefetched before doesn't show.
    if (request.method === 'POST') response.headers.set('Clear-Site-Data', '"prefetchCache"')
    return response
  })
}

/** Returns the `Cache-Control` that a response gets in place of its own, or null when its own is right. */
function keptBy(
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

/** The request at the shop's own address, whatever Host and X-Forwarded-Host say: Remix compares them with Origin. */
function ownRequest(request: Request, raw: Buffer | undefined, publicUrl: string): Request {
  const { pathname, searchParams, search } = new URL(request.url)
  // Remix takes it for a question about one route's data, which no page of the shop asks, and fails when it names none.
  const isDataRequest = searchParams.has('_data')
  searchParams.delete('_data')
  const headers = new Headers(request.headers)
  headers.set('host', new URL(publicUrl).host)
  for (const name of ['x-forwarded-host', 'content-length', 'transfer-encoding']) headers.delete(name)
  return new Request(
    publicUrl + (isPossible(pathname) ? pathname : NOWHERE) + (isDataRequest ? `?${searchParams}` : search),
    {
      method: request.method,
      headers,
      ...(raw ? { body: new Uint8Array(raw) } : {}),
    },
  )
}
