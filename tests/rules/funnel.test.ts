import { expect, test, vi } from 'vitest'
import { FunnelCounts, type FunnelSum } from '../../app/funnel/funnel-counts.server.ts'
import { startFunnelRounds } from '../../app/funnel/funnel-rounds.server.ts'
import { viewOf } from '../../app/funnel/product-views.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36'
const request = (headers: Record<string, string> = {}, method = 'GET', url = '/product/robe?color=Black') => ({
  method,
  url,
  rawHeaders: Object.entries({ 'User-Agent': PHONE, ...headers }).flat(),
})

test.each([
  ['a page that a browser opens', request(), 200, 'viewed'],
  ['one that it has already, unchanged', request({ 'Sec-Fetch-Dest': 'document' }), 304, 'viewed'],
  [
    'one that it fetches before somebody opens it',
    request({ 'Sec-Purpose': 'prefetch;anonymous-client-ip' }),
    200,
    'prefetched',
  ],
  ['a part of a page that a script fetches', request({ 'sec-fetch-dest': 'empty' }), 200, null],
  [
    'a robot',
    request({ 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }),
    200,
    null,
  ],
  ['a preview of a link', request({ 'User-Agent': 'facebookexternalhit/1.1' }), 200, null],
  ['a program', request({ 'User-Agent': 'curl/8.5.0' }), 200, null],
  ['a request without a name', { ...request(), rawHeaders: [] }, 200, null],
  ['a product that doesn’t exist', request(), 404, null],
  ['another page', request({}, 'GET', '/product-listing'), 200, null],
  ['a review that is posted', request({}, 'POST'), 303, null],
  ['a page that is only asked for', request({}, 'HEAD'), 200, null],
])('%s counts as it should in the views of products (SF-04)', (_, incoming, status, step) => {
  expect(viewOf(incoming, status)).toBe(step)
})

/** Rounds over a database that fails as often as `failures` says. Returns what it was told, round by round. */
function rounds(seconds: number, failures = 0) {
  const stop = new AbortController()
  const background = new Set<Promise<unknown>>()
  const told: FunnelSum[][] = []
  const lines: unknown[] = []
  let left = failures
  const rpc = async (_name: string, { p_counts: sums }: { p_counts: FunnelSum[] }) => {
    if (left-- > 0) return { error: { message: 'no funnel today' } }
    told.push(sums)
    return { error: null }
  }
  const counts = new FunnelCounts()
  startFunnelRounds({
    settings: { FUNNEL_SECONDS: seconds },
    backends: { service: { rpc } },
    services: { funnel: counts },
    log: { error: (line: unknown) => lines.push(line) },
    background,
    stopping: stop.signal,
  } as never)
  return { counts, told, lines, background, stop: () => stop.abort() }
}

test('each round tells the sums of this process since its start, and nothing if they haven’t changed (SF-05)', async () => {
  const { counts, told, lines, background, stop } = rounds(0.001)
  counts.count('viewed')
  counts.count('viewed')
  await vi.waitFor(() => expect(told.length).toBe(1))
  counts.count('in_cart')
  await vi.waitFor(() => expect(told.length).toBe(2))
  stop()
  await Promise.all(background)
  expect(told.map((sums) => sums.map(({ step, count }) => `${step} ${count}`))).toEqual([
    ['viewed 2'],
    ['viewed 2', 'in_cart 1'],
  ])
  expect(lines).toEqual([])
})

test('a round that fails loses nothing, and the end of the process tells what was counted last (SF-05)', async () => {
  const { counts, told, lines, background, stop } = rounds(0.001, 2)
  counts.count('viewed')
  await vi.waitFor(() => expect(told.length).toBe(1))
  expect(lines.length).toBe(2)
  stop()
  counts.count('viewed')
  await Promise.all(background)
  expect(told.at(-1)?.map(({ step, count }) => [step, count])).toEqual([['viewed', 2]])
})

test('yesterday’s sums are told once more, then forgotten', () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T18:59:00Z'), toFake: ['Date'] })
  const counts = new FunnelCounts()
  counts.count('viewed')
  vi.setSystemTime(new Date('2026-03-01T19:01:00Z'))
  counts.count('viewed')
  expect(counts.sums().map(({ day, count }) => [day, count])).toEqual([
    ['2026-03-01', 1],
    ['2026-03-02', 1],
  ])
  counts.forgetEarlierDays()
  expect(counts.sums().map(({ day }) => day)).toEqual(['2026-03-02'])
  vi.useRealTimers()
})
