import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Log } from '../log.server'
import { SECOND } from '../time'
import type { Metrics } from './metrics.server'
import { newTrace, type RequestTrace } from '../supabase/backend-fetch.server'
import type { RouteTable } from '../remix/route-table.server'

/** Fields of a request's log line that the HTTP messages don't have. */
export interface RequestNote extends RequestTrace {
  /** The hash of the shopper's ID. */
  shopper?: string
}

/** Returns the note of a request that enters the pipeline, which gives it an ID. */
export function newNote(): RequestNote {
  return newTrace('')
}

/** Writes one log line and one metric for each request, with its route's pattern but never its parameters. */
export class RequestLog {
  #log: Log
  /** The level never changes, and asking for it takes a twentieth of a cached page's time. */
  #isLogged: boolean
  #metrics: Metrics
  #routes: () => RouteTable | undefined

  constructor(log: Log, metrics: Metrics, routes: () => RouteTable | undefined) {
    this.#log = log
    this.#isLogged = log.isLevelEnabled('info')
    this.#metrics = metrics
    this.#routes = routes
  }

  /** Writes the line of a finished request. `startedAt` is by `performance.now()`; a request that was served before the pipeline has no note. */
  record(incoming: IncomingMessage, outgoing: ServerResponse, startedAt: number, note?: RequestNote): void {
    if (!this.#isLogged && !this.#metrics.isRead) return
    const milliseconds = performance.now() - startedAt
    const url = incoming.url ?? ''
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const route = this.#pattern(path)
    const status = outgoing.statusCode
    if (this.#metrics.isRead) this.#metrics.observe(incoming.method ?? '', route, status, milliseconds / SECOND)
    if (!this.#isLogged || path.startsWith('/assets/') || path.startsWith('/health/')) return
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
    for (const folder of ['/assets/', '/pictures/', '/health/']) if (path.startsWith(folder)) return `${folder}*`
    return this.#routes()?.find(path).pattern ?? '*'
  }
}
