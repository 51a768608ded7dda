import { request } from 'undici'
import { residentMegabytes } from '../support/memory.ts'
import { startShop, type RunningShop } from '../support/running-shop.ts'
import { Visitor } from '../support/visitor.ts'
import { bareServer, load, type Load } from './generator.ts'
import type { Row } from './table.ts'

const CONNECTIONS = 50
const PAGES = { home: '/', listing: '/product-listing', product: '/product/lace-balconette-bra' }

/** A parameter that the listing doesn't know, so that it isn't cached. */
const UNCACHED = '/product-listing?uncached=1'
const TURNS = 5

/** Measures cached pages, compared with a bare Node server that sends the same bytes, and rendered ones. */
export async function measurePages(): Promise<Row[]> {
  const rows: Row[] = []
  const startedAt = performance.now()
  const shop = await startShop({ LOG_LEVEL: 'silent' })
  await fetch(shop.url)
  rows.push(['start to first page, seeded', `${((performance.now() - startedAt) / 1000).toFixed(1)} s`, '≤ 6 s'])
  for (const [name, path] of Object.entries(PAGES)) {
    // The compressed body, which fetch would decompress.
    const response = await request(shop.url + path, { headers: { 'accept-encoding': 'br' } })
    const body = Buffer.from(await response.body.arrayBuffer())
    const headers = Object.entries(response.headers).flatMap(([header, value]) => [header, String(value)])
    const bare = await bareServer(body, headers)
    const [floor, cached] = await inTurns(bare.url, shop.url + path)
    bare.close()
    const ratio = cached.perSecond / floor.perSecond
    rows.push([
      `${name}: cached, ${CONNECTIONS} connections`,
      `${cached.perSecond}/s (p99 ${cached.p99} ms), ${ratio.toFixed(2)} of bare Node's ${floor.perSecond}/s`,
      '≥ 0.9',
    ])
  }
  const cookie = await signedIn(shop)
  for (const [name, path] of Object.entries(PAGES)) {
    const filled = await load(shop.url + path, CONNECTIONS, { cookie })
    rows.push([
      `${name}: filled in for a shopper, ${CONNECTIONS} connections`,
      `${filled.perSecond}/s (p99 ${filled.p99} ms)`,
      '≥ 2,000/s, p99 ≤ 100 ms',
    ])
  }
  const rendered = await load(shop.url + UNCACHED, 10)
  rows.push(['listing: rendered, 10 connections', `${rendered.perSecond}/s (p99 ${rendered.p99} ms)`, '≥ 500/s'])
  const one = await load(shop.url + UNCACHED, 1)
  rows.push(['listing: rendered, one at a time', `${(1000 / one.perSecond).toFixed(1)} ms`, '≤ 8 ms'])
  rows.push(['memory of the shop after that', `${residentMegabytes(shop.process.pid).toFixed(0)} MB`, '≤ 256 MB'])
  await shop.stop()
  return rows
}

/** Measures two pages in turns, because the machine's speed varies, and returns the median of each. The first turn warms up. */
async function inTurns(one: string, other: string): Promise<[Load, Load]> {
  const loads: [Load[], Load[]] = [[], []]
  for (let turn = 0; turn <= TURNS; turn += 1) {
    for (const [place, url] of [one, other].entries()) {
      const measured = await load(url, CONNECTIONS, {}, 3)
      if (turn > 0) loads[place]?.push(measured)
    }
  }
  return [median(loads[0]), median(loads[1])]
}

function median(loads: Load[]): Load {
  const sorted = loads.toSorted((a, b) => a.perSecond - b.perSecond)
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: 0, p99: 0 }
}

/** Returns the cookies of a sample user. */
async function signedIn(shop: RunningShop): Promise<string> {
  const visitor = new Visitor(shop.url)
  await visitor.post('/login', { emailOrPhone: 'mahnoor@example.com', password: 'jasmine-tea-7', keepSignedIn: 'on' })
  if (!visitor.cookies.has('website_session')) throw new Error('The sample person was not signed in.')
  return [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
