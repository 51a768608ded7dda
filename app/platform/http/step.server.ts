import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { refusalPage, type Refusal } from './response/plain-page.server'
import type { RequestNote } from './request-log.server'
import type { Visit } from './response/respond.server'
import type { RouteInfo } from '../remix/route-table.server'

/** What the server knows of a request before the pipeline. */
export interface Received extends HttpBindings {
  note: RequestNote
  /** The key of the page in the page cache; null for what isn't cached. */
  pageKey: string | null
  /** Whether the visitor may be known, so that the cached page is filled in first. */
  isKnown: boolean
}

/** The bindings and variables of a request in the pipeline. */
export interface Env {
  /** Absent for a page that the page cache renders: it has no Node request. */
  Bindings: Partial<Received>
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

/** A step of the pipeline: it responds or calls the next. */
export type Step = MiddlewareHandler<Env>

/** Returns the plain page of a refusal, with the request's ID. */
export function refuse(c: Context<Env>, refusal: Refusal, headers?: Record<string, string>): Response {
  return refusalPage(refusal, c.get('requestId'), c.req.method, headers)
}

/** Returns the request with what the pipeline knows of its sender. */
export function visitOf(c: Context<Env>): Visit {
  return {
    request: c.req.raw,
    note: c.get('note'),
    clientAddress: c.get('address'),
    isHidden: c.get('isHidden'),
    route: c.get('route'),
  }
}
