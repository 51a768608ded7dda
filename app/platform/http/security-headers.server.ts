import { createHash } from 'node:crypto'
import type { secureHeaders } from 'hono/secure-headers'
import type { Settings } from '../env.server'
import { HYDRATION_LOADER } from '../hydration/hydration-loader'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const YEAR_AND_SUBDOMAINS = 'max-age=31536000; includeSubDomains'
const isHttps = (settings: Settings) => settings.PUBLIC_URL.startsWith('https:')

/** Returns the security headers of every page, error and redirect, as Hono's middleware takes them. */
export function pageHeaders(settings: Settings, formTargets: readonly string[]): Parameters<typeof secureHeaders>[0] {
  const isDevelopment = settings.NODE_ENV === 'development'
  return {
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      // Browsers check redirects of a form too, so the ones that leave the shop are listed.
      formAction: ["'self'", ...formTargets],
      scriptSrc: ["'self'", hashOf(HYDRATION_LOADER)],
      // Inline styles hold a swatch's colour and a rating; no visitor's text ever reaches one.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Attachments of a chat come from storage by links that expire within a minute.
      imgSrc: ["'self'", 'data:', 'blob:', new URL(settings.SUPABASE_URL).origin],
      // Else as everything: from here alone.
      ...(isDevelopment ? { connectSrc: ["'self'", 'ws:'] } : {}),
      reportUri: '/csp-report',
    },
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
    crossOriginOpenerPolicy: 'same-origin',
    strictTransportSecurity: isHttps(settings) ? YEAR_AND_SUBDOMAINS : false,
    // These say nothing to the browsers we serve that the ones above don't; a page's headers have 700 bytes.
    xFrameOptions: false,
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
