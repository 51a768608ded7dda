import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerBuild } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { matchRoutes, type RouteObject } from 'react-router'
import type { Log } from '../log.server'
import type { Metrics } from './metrics.server'
import { SECOND } from '../time'

/** What a request's line says beyond what HTTP shows. */
export interface RequestNote {
  requestId: string
  /** The hash of who it came from. */
  shopper?: string
  /** How long it waited for the backend. */
  backendMilliseconds: number
}

/** One JSON line and one observation a request: its route's pattern, never what stands in for the parameters. */
export class RequestLog {
  #log: Log
  #metrics: Metrics
  #build: ServerBuild | (() => Promise<ServerBuild>)
  #routes: RouteObject[] | undefined
  #patterns = new LRUCache<string, string>({ max: 2_000 })
  #notes = new WeakMap<object, RequestNote>()

  constructor(log: Log, metrics: Metrics, build: ServerBuild | (() => Promise<ServerBuild>)) {
    this.#log = log
    this.#metrics = metrics
    this.#build = build
  }

  /** Opens the note of a request that is on its way to Remix. */
  open(incoming: object, requestId: string): RequestNote {
    const note: RequestNote = { requestId, backendMilliseconds: 0 }
    this.#notes.set(incoming, note)
    return note
  }

  /** Writes the line of a finished request. */
  record(incoming: IncomingMessage, outgoing: ServerResponse, milliseconds: number): void {
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    const note = this.#notes.get(incoming)
    const route = this.#pattern(path)
    const status = outgoing.statusCode
    this.#metrics.observe(incoming.method ?? '', route, status, milliseconds / SECOND)
    if (path.startsWith('/assets/') || path.startsWith('/health/')) return
    this.#log.info({
      event: 'request',
      requestId: note?.requestId,
      shopper: note?.shopper,
      method: incoming.method,
      route,
      status,
      ms: Math.round(milliseconds),
      backendMs: note && Math.round(note.backendMilliseconds),
    })
  }

  #pattern(path: string): string {
    const known = this.#patterns.get(path)
    if (known) return known
    if (path.startsWith('/assets/')) return '/assets/*'
    if (path.startsWith('/pictures/')) return '/pictures/*'
    const routes = this.#routeTree()
    const matches = routes.length > 0 ? matchRoutes(routes, path) : null
    const pattern = matches ? `/${matches.flatMap(({ route }) => route.path || []).join('/')}` : '*'
    if (routes.length > 0) this.#patterns.set(path, pattern)
    return pattern
  }

  #routeTree(): RouteObject[] {
    if (this.#routes) return this.#routes
    if (typeof this.#build === 'function') {
      void this.#build().then((build) => (this.#routes = childrenOf(build.routes)))
      return []
    }
    this.#routes = childrenOf(this.#build.routes)
    return this.#routes
  }
}

function childrenOf(routes: ServerBuild['routes'], parent?: string): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path, index }) => (index ? { id, path, index: true } : { id, path, children: childrenOf(routes, id) }))
}
