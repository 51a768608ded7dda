import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { PageCache } from '../cache/page-cache.server'
import type { Metrics } from './metrics.server'
import type { Shop } from '../shop.server'
import { refusalPage, type Refusal } from './response/plain-page.server'
import type { RemixApp } from './remix.server'
import type { RequestLog, RequestNote } from './request-log.server'
import type { PlacesOf, Visit } from './response/respond.server'
import type { RouteInfo } from './route-table.server'
import type { FormTargets } from './response/security-headers.server'
import type { Slots } from './slots.server'
import type { StaticFiles } from './response/static-files.server'

/** The parts of the pipeline, which live as long as the process. */
export interface Parts {
  shop: Shop
  remix: RemixApp
  pages: PageCache
  /** Undefined in development, where Vite serves files. */
  files: StaticFiles | undefined
  requests: RequestLog
  metrics: Metrics
  renderSlots: Slots
  pictureSlots: Slots
  uploadSlots: Slots
  formTargets: FormTargets
  inlineScripts: readonly string[]
  checkBackend: (shop: Shop) => Promise<'ready' | 'degraded' | 'unready'>
  isShuttingDown: () => boolean
  /** Whether a request is responded to as if its path were unknown. */
  isHidden: (shop: Shop, request: Request) => Promise<boolean>
  placesOf: PlacesOf
}

/** The bindings and variables of a request in the pipeline. */
export interface Env {
  /** Absent for a page that the page cache renders: it has no Node request. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    note: RequestNote
    address: string
    route: RouteInfo
    isHidden: boolean
    form: FormData | undefined
    raw: Buffer | undefined
    /** The ID of a client that sends no Origin (same-origin.server.ts). */
    formClient: string | null
    hasNoOrigin: boolean
  }
}

export type Middleware = MiddlewareHandler<Env>

/** Returns the plain page of a refusal, with the request's ID. */
export function refuse(c: Context<Env>, refusal: Refusal, headers?: Record<string, string>): Response {
  return refusalPage(refusal, c.get('requestId'), headers)
}

/** Returns the request with what the pipeline knows of its sender. */
export function visitOf(c: Context<Env>): Visit {
  return {
    request: c.req.raw,
    note: c.get('note'),
    clientAddress: c.get('address'),
    isHidden: c.get('isHidden'),
    hasOwnLayout: c.get('route').hasOwnLayout,
  }
}
