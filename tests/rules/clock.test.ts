import { createServer } from 'node:http'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CatalogueCache } from '../../app/platform/cache/catalogue-cache.server.ts'
import { BackendFetch } from '../../app/platform/supabase/backend-fetch.server.ts'
import { waitToResend } from '../../app/account/sign-up/verification.server.ts'
import { keyOf, Limits, rateLimit } from '../../app/platform/rate-limits.server.ts'
import { HOUR, MINUTE, SECOND } from '../../app/platform/time.ts'
import { listen } from '../support/local-server.ts'

// The wall clock may jump, when it is set or synchronised. What lasts for a time is measured by the monotonic clock.

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const turnClock = (by: number) => vi.setSystemTime(Date.now() + by)

test('a value of the catalogue is as old as it was after the clock was set back by an hour', async () => {
  const cache = new CatalogueCache(pino({ level: 'silent' }))
  let price = 100
  const read = () => cache.get('price', async () => ({ price }))
  await read()
  price = 90
  turnClock(-HOUR)
  vi.advanceTimersByTime(11 * MINUTE)
  expect(await read()).toEqual({ price: 90 })
})

test('a value of the catalogue stays fresh when the clock is set forward by an hour', async () => {
  const cache = new CatalogueCache(pino({ level: 'silent' }))
  let reads = 0
  const read = () => cache.get('price', async () => ({ reads: (reads += 1) }))
  await read()
  turnClock(HOUR)
  expect(await read()).toEqual({ reads: 1 })
})

test('a backend that is back is called again, though the clock was set back by an hour during its outage', async () => {
  let status = 500
  const backend = createServer((_request, response) => response.writeHead(status).end())
  const url = await listen(backend)
  const calls = new BackendFetch(2)
  const read = () => calls.fetch(`${url}/rest/v1/products`)
  for (let n = 0; n < 5; n += 1) await read()
  await expect(read()).rejects.toThrow('the circuit is open')
  status = 200
  turnClock(-HOUR)
  vi.advanceTimersByTime(5 * SECOND)
  expect((await read()).status).toBe(200)
  backend.close()
})

test('a limit lasts as long as it did after the clock was set back or forward by an hour', async () => {
  const limit = rateLimit('guesses in a test', 2, 10 * MINUTE)
  const [limits, key] = [new Limits(undefined, pino({ level: 'silent' })), keyOf.email('clock@example.com')]
  const take = () => limits.take(limit, key)
  expect([await take(), await take()]).toEqual([null, null])
  vi.advanceTimersByTime(4 * MINUTE)
  turnClock(-HOUR)
  expect(await take()).toBe(360)
  turnClock(2 * HOUR)
  expect(await take()).toBe(360)
  vi.advanceTimersByTime(6 * MINUTE + SECOND)
  expect(await take()).toBeNull()
})

test('a code can be mailed again after a minute, though the clock was set back by an hour', () => {
  const resentAt = Date.now()
  expect(waitToResend({ resentAt })).toBe(60)
  vi.advanceTimersByTime(45 * SECOND)
  expect(waitToResend({ resentAt })).toBe(15)
  turnClock(-HOUR)
  expect(waitToResend({ resentAt })).toBe(0)
})
