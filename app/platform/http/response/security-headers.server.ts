import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Settings } from '../../env.server'
import type { Reach, RouteInfo } from '../../remix/route-table.server'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const YEAR_AND_SUBDOMAINS = 'max-age=31536000; includeSubDomains'
const isHttps = (settings: Settings) => settings.PUBLIC_URL.startsWith('https:')

/** What pages may do that the platform doesn't know. */
export interface PagePolicy {
  /** The origins that forms may lead to besides the shop. */
  formTargets: Record<Exclude<Reach, 'storage'>, readonly string[]>
  /** The constant texts of the inline scripts of cached pages. */
  inlineScripts: readonly string[]
  /** Where browsers report violations. */
  reportPath: string
}

/**
 * Returns the options of Hono's middleware for a page that uses these servers and has these inline scripts. All headers of a page may
 * take 700 bytes, so redundant ones are left out: X-Frame-Options (`frame-ancestors` replaces it), Permissions-Policy (only our own
 * scripts could ask, and the visitor is asked anyway), Cross-Origin-Opener-Policy (pages open no windows and have no frames).
 */
function pageHeaders(
  settings: Settings,
  policy: PagePolicy,
  reaches: readonly Reach[],
): Parameters<typeof secureHeaders>[0] {
  return {
    contentSecurityPolicy: contentPolicy(settings, policy, reaches),
    // Hides the page from other sites; the same-origin check only needs the origin.
    referrerPolicy: 'strict-origin',
    strictTransportSecurity: isHttps(settings) ? YEAR_AND_SUBDOMAINS : false,
    xFrameOptions: false,
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
}

/** Returns the Content-Security-Policy of such a page. */
function contentPolicy(
  settings: Settings,
  { formTargets, inlineScripts, reportPath }: PagePolicy,
  reaches: readonly Reach[],
) {
  const isDevelopment = settings.NODE_ENV === 'development'
  return {
    defaultSrc: ["'self'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    // Browsers also check the redirects of a form.
    formAction: ["'self'", ...reaches.flatMap((reach) => (reach === 'storage' ? [] : formTargets[reach]))],
    scriptSrc: ["'self'", ...inlineScripts.map(hashOf)],
    // All styles are inline; visitors' text never gets into one.
    styleSrc: ["'unsafe-inline'"],
    // Chat attachments are loaded from storage by links that expire within a minute.
    imgSrc: [
      "'self'",
      'data:',
      'blob:',
      ...(reaches.includes('storage') ? [new URL(settings.SUPABASE_URL).origin] : []),
    ],
    // Vite's hot reload uses a web socket.
    ...(isDevelopment ? { connectSrc: ["'self'", 'ws:'] } : {}),
    reportUri: reportPath,
  }
}

/** Returns the security headers of files: those that matter for scripts, styles and pictures. */
export function fileHeaders(settings: Settings): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(isHttps(settings) ? { 'Strict-Transport-Security': YEAR_AND_SUBDOMAINS } : {}),
  }
}

/** An SVG that is opened directly is a document, in which scripts would run. */
export const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** Middleware that sets the security headers of pages, by their route, and of pictures. */
export function securityHeaders(
  settings: Settings,
  policy: PagePolicy,
): MiddlewareHandler<{ Variables: { route: RouteInfo | undefined } }> {
  const forPages = new Map<string, MiddlewareHandler>()
  const forFiles = Object.entries(fileHeaders(settings))
  return async (c, next) => {
    await next()
    // A request may be refused before its route is known.
    const { reaches = [], cachedBy = null, isPicture = false } = c.get('route') ?? {}
    if (isPicture) {
      for (const [name, value] of forFiles) c.res.headers.set(name, value)
      return
    }
    const key = `${reaches.join()} ${cachedBy !== null}`
    const known =
      forPages.get(key) ??
      secureHeaders(pageHeaders(settings, cachedBy === null ? { ...policy, inlineScripts: [] } : policy, reaches))
    forPages.set(key, known)
    await known(c, () => Promise.resolve())
  }
}
