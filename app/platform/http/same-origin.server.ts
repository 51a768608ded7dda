/** The post says nothing of the site that its form was on; a token in the form can (form-token.server.ts). */
export const NO_ORIGIN = 'no origin'

/**
 * Returns why a request that would change something is refused, or null. Hand-written, since Hono's csrf middleware lets
 * content types other than forms through and has no rule for browsers that send neither Origin nor Sec-Fetch-Site; and in
 * front of Remix, whose own check lets cross-origin posts to resource routes and `?_data=` through. `origin` is the shop's.
 */
export function crossOriginProblem(request: Request, origin: string): string | null {
  if (new URL(request.url).searchParams.has('_data')) return '_data'
  const given = request.headers.get('origin')
  if (given !== null) return given === origin ? null : 'origin'
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none' ? null : 'sec-fetch-site'
  const referer = request.headers.get('referer')
  if (referer === null) return NO_ORIGIN
  return URL.canParse(referer) && new URL(referer).origin === origin ? null : 'referer'
}

/** Whether a client tells a form's site by its Referer at most: lynx and w3m, which leave that out here and there. */
export function mayHideOrigin({ headers }: Request): boolean {
  return !headers.has('origin') && !headers.has('sec-fetch-site')
}
