import { request } from 'undici'
import { residentMegabytes } from '../support/memory.ts'
import { startShop } from '../support/running-shop.ts'
import { bareServer, load } from './generator.ts'
import type { Row } from './table.ts'

const CONNECTIONS = 50
const PAGES = { home: '/', listing: '/product-listing', product: '/product/lace-balconette-bra' }

/** Throughput and latency of cached pages, beside a bare Node server that sends the same bytes, and of rendered ones. */
export async function measurePages(): Promise<Row[]> {
  const rows: Row[] = []
  const startedAt = performance.now()
  const shop = await startShop({ LOG_LEVEL: 'silent' })
  await fetch(shop.url)
  rows.push(['start to first page, seeded', `${((performance.now() - startedAt) / 1000).toFixed(1)} s`, '≤ 6 s'])
  for (const [name, path] of Object.entries(PAGES)) {
    // The body as it came: fetch would unpack it.
    const answer = await request(shop.url + path, { headers: { 'accept-encoding': 'br' } })
    const body = Buffer.from(await answer.body.arrayBuffer())
    const headers = Object.entries(answer.headers).flatMap(([header, value]) => [header, String(value)])
    const bare = await bareServer(body, headers)
    const floor = await load(bare.url, CONNECTIONS)
    bare.close()
    const cached = await load(shop.url + path, CONNECTIONS)
    const ratio = cached.perSecond / floor.perSecond
    rows.push([
      `${name}: cached, ${CONNECTIONS} connections`,
      `${cached.perSecond}/s (p99 ${cached.p99} ms), ${ratio.toFixed(2)} of bare Node's ${floor.perSecond}/s`,
      '≥ 0.9',
    ])
  }
  const uncached = { cookie: 'addtocartItems=x' }
  const rendered = await load(`${shop.url}/product-listing`, 10, uncached)
  rows.push(['listing: rendered, 10 connections', `${rendered.perSecond}/s (p99 ${rendered.p99} ms)`, '≥ 500/s'])
  const one = await load(`${shop.url}/product-listing`, 1, uncached)
  rows.push(['listing: rendered, one at a time', `${(1000 / one.perSecond).toFixed(1)} ms`, '≤ 8 ms'])
  rows.push(['memory of the shop after that', `${residentMegabytes(shop.process.pid).toFixed(0)} MB`, '≤ 256 MB'])
  await shop.stop()
  return rows
}
