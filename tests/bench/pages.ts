import { request } from 'undici'
import { processorSeconds, residentMegabytes } from '../support/memory.ts'
import { startShop, type RunningShop } from '../support/running-shop.ts'
import { Visitor } from '../support/visitor.ts'
import { bareServer, load, slowest, type BareServer } from './generator.ts'
import type { Row } from './table.ts'

const CONNECTIONS = 50
const PAGES = { home: '/', listing: '/product-listing', product: '/product/lace-balconette-bra' }

/** A search isn't cached. `sort` is, since the form's parameter redirects to those of links. */
const UNCACHED = '/product-listing?search=bra'
/** How often both servers are started for a comparison: two processes of the same program differ by up to a fifth. */
const STARTS = 5
/** Turns of a second each for two servers that are compared, after a warm-up. */
const TURNS = 8
const TURN_SECONDS = 1
const WARM_UP_SECONDS = 5

/**
 * Measures cached pages, compared with a bare Node server that sends the same bytes, and rendered ones. The aims in requests a second
 * are for a machine on which that server answers 57,000, so the share of it is printed too.
 */
export async function measurePages(): Promise<Row[]> {
  const rows = await measureCached()
  const startedAt = performance.now()
  const shop = await startShop({ LOG_LEVEL: 'silent' })
  await fetch(shop.url)
  rows.push(['start to first page, seeded', `${((performance.now() - startedAt) / 1000).toFixed(1)} s`, '≤ 6 s'])
  const bare = await bareServerOf(shop.url + PAGES.listing)
  const cookie = await signedIn(shop)
  for (const [name, path] of Object.entries(PAGES)) {
    const filled = await besideBare(bare, shop.url + path, CONNECTIONS, { cookie })
    rows.push([
      `${name}: filled in for a shopper, ${CONNECTIONS} connections`,
      filled,
      '≥ 2,000/s (3.5 %), p99 ≤ 100 ms',
    ])
  }
  const rendered = await besideBare(bare, shop.url + UNCACHED, 10)
  rows.push(['search: rendered, 10 connections', rendered, '≥ 500/s (0.9 %), p99 ≤ 100 ms'])
  const one = await load(shop.url + UNCACHED, 1)
  rows.push(['search: rendered, one at a time', `${(1000 / one).toFixed(1)} ms`, '≤ 8 ms'])
  rows.push(['memory of the shop after that', `${residentMegabytes(shop.process.pid).toFixed(0)} MB`, '≤ 256 MB'])
  bare.close()
  await shop.stop()
  return rows
}

/** Returns a page's throughput beside that of a bare server: the medians of turns that follow each other, after a warm-up. */
async function besideBare(
  bare: Target,
  url: string,
  connections: number,
  headers: Record<string, string> = {},
): Promise<string> {
  await load(url, connections, headers, WARM_UP_SECONDS)
  const pairs: { bare: number; page: number }[] = []
  for (let turn = 0; turn < TURNS; turn += 1)
    pairs.push({
      bare: await load(bare.url, CONNECTIONS, {}, TURN_SECONDS),
      page: await load(url, connections, headers, 2 * TURN_SECONDS),
    })
  const share = median(pairs.map(({ page, bare: compared }) => page / compared))
  return (
    `${median(pairs.map(({ page }) => page))}/s, ${(100 * share).toFixed(1)} % of bare Node’s ` +
    `(p99 ${await slowest(url, connections, headers)} ms)`
  )
}

/** Measures cached pages beside a bare Node server that sends the same bytes, each time with new processes. */
async function measureCached(): Promise<Row[]> {
  const pairs = new Map<string, Pair[]>(Object.keys(PAGES).map((name) => [name, []]))
  for (let start = 0; start < STARTS; start += 1) {
    const shop = await startShop({ LOG_LEVEL: 'silent' })
    for (const [name, path] of Object.entries(PAGES)) {
      const bare = await bareServerOf(shop.url + path)
      pairs.get(name)?.push(...(await compare(bare, { url: shop.url + path, pid: shop.process.pid })))
      bare.close()
    }
    await shop.stop()
  }
  return Array.from(pairs, ([name, found]) => [
    `${name}: cached, ${CONNECTIONS} connections`,
    `${shown(found.map(({ bare, shop }) => shop.perSecond / bare.perSecond))} of bare Node’s requests, ` +
      `${shown(found.map(({ bare, shop }) => bare.processor / shop.processor))} by the processor time of a request ` +
      `(${median(found.map(({ shop }) => shop.perSecond))} and ${median(found.map(({ bare }) => bare.perSecond))}/s)`,
    '≥ 0.9',
  ])
}

/** Starts a bare server that sends the same bytes as a page. */
async function bareServerOf(url: string): Promise<BareServer> {
  // The compressed body, which fetch would decompress.
  const response = await request(url, { headers: { 'accept-encoding': 'br' } })
  const body = Buffer.from(await response.body.arrayBuffer())
  const headers = Object.entries(response.headers).flatMap(([header, value]) => [header, String(value)])
  return bareServer(body, headers)
}

interface Target {
  url: string
  /** The process that serves it. */
  pid: number | undefined
}

/** Turns of two servers, one right after the other. */
interface Pair {
  bare: Turn
  shop: Turn
}

/**
 * Measures two servers in many short turns and compares neighbours only, because the speed of a shared machine doubles and halves
 * within seconds. Each of the two goes first in every other pair.
 */
async function compare(bare: Target, shop: Target): Promise<Pair[]> {
  for (const { url } of [bare, shop]) await load(url, CONNECTIONS, {}, WARM_UP_SECONDS)
  const pairs: Pair[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (turn % 2 === 0) pairs.push({ bare: await takeTurn(bare), shop: await takeTurn(shop) })
    else pairs.push({ shop: await takeTurn(shop), bare: await takeTurn(bare) })
  }
  return pairs
}

interface Turn {
  perSecond: number
  /**
   * In seconds for each request. On a machine whose cores are shared with the load generator and with others it varies less than the
   * requests do.
   */
  processor: number
}

async function takeTurn({ url, pid }: Target): Promise<Turn> {
  const before = processorSeconds(pid)
  const perSecond = await load(url, CONNECTIONS, {}, TURN_SECONDS)
  return { perSecond, processor: (processorSeconds(pid) - before) / (perSecond * TURN_SECONDS) }
}

/** Returns the median of shares, with the lower and the upper quartile. */
function shown(shares: number[]): string {
  return `${median(shares).toFixed(2)} (half of the pairs ${quantile(shares, 0.25).toFixed(2)} to ${quantile(shares, 0.75).toFixed(2)})`
}

const median = (numbers: number[]) => quantile(numbers, 0.5)

function quantile(numbers: number[], share: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? 0
}

/** Returns the cookies of a sample user. */
async function signedIn(shop: RunningShop): Promise<string> {
  const visitor = new Visitor(shop.url)
  await visitor.post('/login', { emailOrPhone: 'mahnoor@example.com', password: 'jasmine-tea-7', keepSignedIn: 'on' })
  if (!visitor.cookies.has('website_session')) throw new Error('The sample person was not signed in.')
  return visitor.cookieHeader
}
