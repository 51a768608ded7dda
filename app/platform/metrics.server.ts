import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CatalogueCache } from './catalogue-cache.server'
import type { PageCache } from './page-cache.server'

/** What operators can watch, for a scraper on an internal port. */
export class Metrics {
  #registry = new Registry()
  requests = new Histogram({
    name: 'shop_request_seconds',
    help: 'Time a request took, by kind and status.',
    labelNames: ['method', 'status'],
    registers: [this.#registry],
  })
  refusals = new Counter({
    name: 'shop_refusals_total',
    help: 'Requests refused before the shop, by reason.',
    labelNames: ['reason'],
    registers: [this.#registry],
  })

  constructor(catalogue: CatalogueCache, pages: PageCache) {
    collectDefaultMetrics({ register: this.#registry })
    const gauge = (name: string, help: string, read: () => Record<string, number>) =>
      new Gauge({
        name,
        help,
        labelNames: ['outcome'],
        registers: [this.#registry],
        collect() {
          for (const [outcome, value] of Object.entries(read())) this.set({ outcome }, value)
        },
      })
    gauge('shop_catalogue_cache', 'Answers of the catalogue cache.', () => catalogue.stats)
    gauge('shop_page_cache', 'Answers of the page cache.', () => pages.stats)
  }

  /** Serves the figures on a port of their own, on every address of the container. */
  listen(port: number): Server {
    const server = createServer(async (_request, response) => {
      response.writeHead(200, { 'Content-Type': this.#registry.contentType }).end(await this.#registry.metrics())
    })
    return server.listen(port)
  }
}
