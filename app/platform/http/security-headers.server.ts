import { createHash } from 'node:crypto'
import { ARRIVAL } from '../hydration/hydration-loader'
import type { Settings } from '../env.server'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The headers of every answer, pages and pictures and errors alike; constant for the life of the process. */
export function securityHeaders(settings: Settings): Record<string, string> {
  const isDevelopment = settings.NODE_ENV === 'development'
  const payfast = settings.PAYFAST_PROCESS_URL
    ? new URL(settings.PAYFAST_PROCESS_URL).origin
    : 'https://sandbox.payfast.co.za https://www.payfast.co.za https://payment.payfast.io'
  const google = settings.GOOGLE_AUTHORIZE_URL
    ? new URL(settings.GOOGLE_AUTHORIZE_URL).origin
    : 'https://accounts.google.com'
  const policy = [
    "default-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${payfast} ${google}`,
    `script-src 'self' ${hashOf(ARRIVAL)}`,
    // Inline styles carry a swatch's colour and a rating; no visitor's text ever reaches one.
    "style-src 'self' 'unsafe-inline'",
    // Attachments of a chat come from storage by links that end within a minute.
    `img-src 'self' data: blob: ${new URL(settings.SUPABASE_URL).origin}`,
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    'report-uri /csp-report',
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(settings.PUBLIC_URL.startsWith('https:')
      ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

/** Paths that other servers post to. */
const FOREIGN_POSTS = new Set(['/api/payfast-notify', '/csp-report'])

/**
 * Why a request that would change something is refused, or null. In front of Remix, whose own check lets cross-origin
 * posts to resource routes and `?_data=` through. `origins` are the shop's own.
 */
export function crossOriginProblem(request: Request, origins: readonly string[]): string | null {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return null
  const url = new URL(request.url)
  if (FOREIGN_POSTS.has(url.pathname)) return null
  if (url.searchParams.has('_data')) return '_data'
  const origin = request.headers.get('origin')
  if (origin !== null) return origins.includes(origin) ? null : 'origin'
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none' ? null : 'sec-fetch-site'
  // Browsers without either header send a Referer, and keep SameSite cookies at home or not at all.
  const referer = request.headers.get('referer')
  return referer !== null && URL.canParse(referer) && origins.includes(new URL(referer).origin) ? null : 'no origin'
}

/** How large a body may be, in bytes. */
export function bodyLimit(request: Request): number {
  if (new URL(request.url).pathname === '/api/payfast-notify') return 16 * 1024
  return request.headers.get('content-type')?.startsWith('multipart/form-data') ? 16 * 1024 * 1024 : 64 * 1024
}
