import { request } from 'undici'
import { processorSeconds, residentMegabytes } from '../support/memory.ts'
import { startShop, type RunningShop } from '../support/running-shop.ts'
import { Visitor } from '../support/visitor.ts'
import { bareServer, load, type Load } from './generator.ts'
import type { Row } from './table.ts'

const CONNECTIONS = 50
const PAGES = { home: '/', listing: '/product-listing', product: '/product/lace-balconette-bra' }

/** A parameter that the listing doesn't know, so that it isn't cached. */
const UNCACHED = '/product-listing?uncached=1'
/** Turns of two seconds each for two servers that are compared, after a warm-up. */
const TURNS = 16
const TURN_SECONDS = 2
const WARM_UP_SECONDS = 5

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
    const found = await compare(bare, { url: shop.url + path, pid: shop.process.pid })
    bare.close()
    rows.push([
      `${name}: cached, ${CONNECTIONS} connections`,
      `${found.other.perSecond}/s (p99 ${found.other.p99} ms), ${shown(found.requests)} of bare Node's ${found.one.perSecond}/s; ` +
        `${shown(found.processor)} by the processor time of a request`,
      '≥ 0.9',
    ])
  }
  const cookie = await signedIn(shop)
  for (const [name, path] of Object.entries(PAGES)) {
    const filled = await warmLoad(shop.url + path, CONNECTIONS, { cookie })
    rows.push([
      `${name}: filled in for a shopper, ${CONNECTIONS} connections`,
      `${filled.perSecond}/s (p99 ${filled.p99} ms)`,
      '≥ 2,000/s, p99 ≤ 100 ms',
    ])
  }
  const rendered = await warmLoad(shop.url + UNCACHED, 10)
  rows.push(['listing: rendered, 10 connections', `${rendered.perSecond}/s (p99 ${rendered.p99} ms)`, '≥ 500/s'])
  const one = await load(shop.url + UNCACHED, 1)
  rows.push(['listing: rendered, one at a time', `${(1000 / one.perSecond).toFixed(1)} ms`, '≤ 8 ms'])
  rows.push(['memory of the shop after that', `${residentMegabytes(shop.process.pid).toFixed(0)} MB`, '≤ 256 MB'])
  await shop.stop()
  return rows
}

/** Measures a page after a warm-up: just-started code is compiled while it answers, and half a second of it decides the p99. */
async function warmLoad(url: string, connections: number, headers: Record<string, string> = {}): Promise<Load> {
  await load(url, connections, headers, WARM_UP_SECONDS)
  return load(url, connections, headers)
}

interface Target {
  url: string
  /** The process that serves it. */
  pid: number | undefined
}

/** A share of 1 in pairs of turns: the median, and the lower and the upper quartile. */
type Share = [median: number, lower: number, upper: number]

interface Comparison {
  one: Load
  other: Load
  /** The requests of the other for each of the one. */
  requests: Share
  /**
   * The processor time that the one needs for a request, for each second that the other needs. On a machine whose cores are shared
   * with the load generator and with others it varies less than the requests do.
   */
  processor: Share
}

/**
 * Measures two pages in many short turns and compares neighbours only, because the speed of a shared machine doubles and halves
 * within seconds. Each of the two goes first in every other pair.
 */
async function compare(one: Target, other: Target): Promise<Comparison> {
  for (const { url } of [one, other]) await load(url, CONNECTIONS, {}, WARM_UP_SECONDS)
  const turns: [Turn[], Turn[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn += 1) {
    const pair = Array.from([one, other].entries())
    for (const [place, target] of turn % 2 === 0 ? pair : pair.toReversed()) turns[place]?.push(await takeTurn(target))
  }
  const [ones, others] = turns
  return {
    one: median(ones),
    other: median(others),
    requests: shareOf(others.map(({ perSecond }, turn) => perSecond / (ones[turn]?.perSecond ?? Infinity))),
    processor: shareOf(others.map(({ processor }, turn) => (ones[turn]?.processor ?? 0) / processor)),
  }
}

interface Turn extends Load {
  /** In seconds for each request. */
  processor: number
}

async function takeTurn({ url, pid }: Target): Promise<Turn> {
  const before = processorSeconds(pid)
  const result = await load(url, CONNECTIONS, {}, TURN_SECONDS)
  return { ...result, processor: (processorSeconds(pid) - before) / (result.perSecond * TURN_SECONDS) }
}

function shareOf(shares: number[]): Share {
  const sorted = shares.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return [at(0.5), at(0.25), at(0.75)]
}

function shown([middle, lower, upper]: Share): string {
  return `${middle.toFixed(2)} (half of the pairs ${lower.toFixed(2)} to ${upper.toFixed(2)})`
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
