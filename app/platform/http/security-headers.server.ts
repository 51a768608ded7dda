import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Settings } from '../env.server'
import { HYDRATION_LOADER } from '../hydration/hydration-loader'
import type { RouteInfo } from './route-table.server'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const YEAR_AND_SUBDOMAINS = 'max-age=31536000; includeSubDomains'
const isHttps = (settings: Settings) => settings.PUBLIC_URL.startsWith('https:')

/** The other servers that pages of the shop lead or look to, each by its origins. A route's `handle` names those of its page. */
export type Reach = 'google' | 'payments' | 'storage'

/** Where forms may lead besides the shop. */
export type FormTargets = Record<Exclude<Reach, 'storage'>, readonly string[]>

/**
 * Returns the security headers of a page that reaches these servers and has these inline scripts besides the hydration loader, as
 * Hono's middleware takes them; errors and redirects reach none. With all others they take a page at most 700 bytes, so what says nothing new to the browsers we serve is left out:
 * X-Frame-Options beside `frame-ancestors`, a Permissions-Policy for what asks the visitor anyway and only our own scripts could ask,
 * a Cross-Origin-Opener-Policy for pages that open no window and hold no frame.
 */
function pageHeaders(
  settings: Settings,
  targets: FormTargets,
  reaches: readonly Reach[],
  inlineScripts: readonly string[],
): Parameters<typeof secureHeaders>[0] {
  const isDevelopment = settings.NODE_ENV === 'development'
  return {
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      // Browsers check redirects of a form too, so the ones that leave the shop are listed.
      formAction: ["'self'", ...reaches.flatMap((reach) => (reach === 'storage' ? [] : targets[reach]))],
      scriptSrc: ["'self'", ...[HYDRATION_LOADER, ...inlineScripts].map(hashOf)],
      // All styles are inline: a page's own, a swatch's colour, a rating; no visitor's text ever reaches one.
      styleSrc: ["'unsafe-inline'"],
      // Attachments of a chat come from storage by links that expire within a minute.
      imgSrc: [
        "'self'",
        'data:',
        'blob:',
        ...(reaches.includes('storage') ? [new URL(settings.SUPABASE_URL).origin] : []),
      ],
      // Else as everything: from here alone.
      ...(isDevelopment ? { connectSrc: ["'self'", 'ws:'] } : {}),
      reportUri: '/csp-report',
    },
    // Nobody learns which page somebody comes from, and the shop's own check of a form asks for the origin alone.
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

/** Returns the security headers of files: those that still mean something for a script, a style or a picture. */
export function fileHeaders(settings: Settings): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(isHttps(settings) ? { 'Strict-Transport-Security': YEAR_AND_SUBDOMAINS } : {}),
  }
}

/** An SVG that is opened by itself is a document, in which scripts would run. */
export const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/**
 * Pages get all security headers, by what their route reaches; of those, pictures get what means something for a picture.
 * `sharedScripts` are the texts of inline scripts that pages of the page cache have.
 */
export function securityHeaders(
  settings: Settings,
  targets: FormTargets,
  sharedScripts: readonly string[],
): MiddlewareHandler<{ Variables: { route: RouteInfo | undefined } }> {
  const forPages = new Map<string, MiddlewareHandler>()
  const forFiles = Object.entries(fileHeaders(settings))
  return async (c, next) => {
    await next()
    if (c.req.path.startsWith('/images/')) {
      for (const [name, value] of forFiles) c.res.headers.set(name, value)
      return
    }
    // What is turned away before its route is known gets the headers of a page that reaches nobody.
    const { reaches = [], cachedBy = null } = c.get('route') ?? {}
    const key = `${reaches.join()} ${cachedBy !== null}`
    const known =
      forPages.get(key) ??
      secureHeaders(pageHeaders(settings, targets, reaches, cachedBy === null ? [] : sharedScripts))
    forPages.set(key, known)
    await known(c, () => Promise.resolve())
  }
}
