import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Shop } from '../shop.server'
import type { PageCache } from '../cache/page-cache.server'

/** Prometheus metrics, served on an internal port. */
export class Metrics {
  #registry = new Registry()
  #requests = new Histogram({
    name: 'shop_request_seconds',
    help: 'Time a request took, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.#registry],
  })
  /** Whether a scraper can read the metrics. */
  isRead = false
  /** By labels: prom-client hashes them at each observation, which is slow compared with serving a cached page. */
  #series = new Map<string, { observe: (seconds: number) => void }>()
  refusals = new Counter({
    name: 'shop_refusals_total',
    help: 'Requests refused before the shop, by reason.',
    labelNames: ['reason'],
    registers: [this.#registry],
  })

  /** `logged` has how often each event was logged as a warning or an error. */
  constructor(
    { catalogue, backends, limits, liveInserts }: Shop,
    pages: PageCache,
    logged: Record<string, number>,
    readFigures: () => Promise<Record<string, number>>,
  ) {
    collectDefaultMetrics({ register: this.#registry })
    const gauge = (name: string, help: string, read: () => Record<string, number> | Promise<Record<string, number>>) =>
      new Gauge({
        name,
        help,
        labelNames: ['outcome'],
        registers: [this.#registry],
        async collect() {
          const values = Object.entries(await read())
          this.reset()
          for (const [outcome, value] of values) this.set({ outcome }, value)
        },
      })
    gauge('shop_catalogue_cache', 'Lookups in the catalogue cache, by outcome.', () => catalogue.stats)
    gauge('shop_page_cache', 'Lookups in the page cache, by outcome.', () => pages.stats)
    gauge('shop_breaker_open', 'Whether calls to a dependency are held back.', () => backends.calls.isOpen)
    gauge('shop_event_streams', 'Open streams of events, and whether Realtime feeds them.', () => ({
      open: liveInserts.watching,
      fed: Number(liveInserts.isConnected),
    }))
    gauge('shop_limits_store', 'Whether rate limits have a shared store, and are connected to it.', () => limits.store)
    gauge('shop_events', 'Warnings and errors in the log, by event.', () => logged)
    // Empty while they can't be read.
    gauge('shop_business', 'Figures of the business, from the database.', () => readFigures().catch(() => ({})))
    gauge('shop_limits_hit', 'Attempts refused by a rate limit.', () => limits.refused)
  }

  /** Records a finished request. */
  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route} ${status}`
    let series = this.#series.get(key)
    if (!series) {
      series = this.#requests.labels(method, route, String(status))
      this.#series.set(key, series)
    }
    series.observe(seconds)
  }

  /** Serves the metrics on a port of their own, without a password; `host` is therefore loopback by default. */
  listen(port: number, host: string): Server {
    this.isRead = true
    const server = createServer(async (_request, response) => {
      response.writeHead(200, { 'Content-Type': this.#registry.contentType }).end(await this.#registry.metrics())
    })
    return server.listen(port, host)
  }
}
