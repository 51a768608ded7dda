import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { describeError, flusher } from '../../app/platform/log.server.ts'
import { BackendFetch, newTrace, requestStorage } from '../../app/platform/supabase/backend-fetch.server.ts'

/** Returns an error as the log would show it. */
const told = (error: unknown) => JSON.stringify(describeError(error))

test('logs the code and message of a message that is an object', () => {
  const error = Object.assign(new Error(), { message: { code: 'PGRST301', message: 'JWT expired', details: 'secret' } })
  expect(describeError(error)).toMatchObject({ said: { code: 'PGRST301', message: 'JWT expired' } })
  expect(told(error)).not.toContain('secret')
})

test('logs the status or the field names of a thrown value that isn’t an Error', () => {
  expect(describeError({ status: 404, statusText: 'Not Found', data: { street: 'Canal Road' } })).toMatchObject({
    status: '404',
    message: 'Not Found',
  })
  expect(describeError({ street: 'Canal Road' })).toMatchObject({ message: 'with street' })
  expect(told({ street: 'Canal Road' })).not.toContain('Canal Road')
})

test('logs the causes of a failed connection to several addresses', () => {
  const refused = (address: string) => Object.assign(new Error(`connect ${address}`), { code: 'ECONNREFUSED' })
  const cause = new AggregateError([refused('::1'), refused('127.0.0.1')])
  expect(describeError(new TypeError('fetch failed', { cause }))).toMatchObject({
    message: 'fetch failed',
    cause: { error: 'AggregateError', causes: [{ message: 'connect ::1' }, { code: 'ECONNREFUSED' }] },
  })
})

test('logs a cause of any type', () => {
  for (const [cause, words] of [
    ['out of paper', 'out of paper'],
    [null, 'null'],
    [{ reason: 'none' }, 'with reason'],
    [Object.create(null), 'with nothing'],
  ] as const) {
    expect(told(new Error('failed', { cause }))).toContain(words)
  }
})

test('logs an error that is its own cause or has throwing getters', () => {
  const circle = new Error('round')
  circle.cause = circle
  expect(told(circle)).toContain('round')
  const unreadable = Object.defineProperty({}, 'message', {
    get() {
      throw new Error('no')
    },
  })
  expect(describeError(unreadable)).toMatchObject({ message: 'not readable' })
})

test('never logs [object Object]', () => {
  const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true })
  fc.assert(
    fc.property(anything, anything, (message, cause) => {
      const error = Object.assign(new Error('x', { cause }), { message, code: cause })
      for (const one of [error, cause, { message, cause }]) expect(told(one)).not.toContain('[object ')
    }),
  )
})

test('flushes soon after a line, and not at all while none comes', () => {
  vi.useFakeTimers()
  const flush = vi.fn()
  const flushSoon = flusher(flush)
  vi.advanceTimersByTime(5_000)
  expect(flush).not.toHaveBeenCalled()
  for (const round of [1, 2]) {
    flushSoon()
    vi.advanceTimersByTime(10)
    expect(flush, `round ${round}`).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(5_000)
    flush.mockClear()
    vi.advanceTimersByTime(5_000)
    expect(flush, `after round ${round}`).not.toHaveBeenCalled()
  }
  vi.useRealTimers()
})

test('the time of a request’s calls is what it waited: calls at the same time count once, and pauses don’t count', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(() => resolve(new Response('[]')))))
  const trace = newTrace('1')
  await requestStorage.run(trace, async () => {
    const { fetch } = new BackendFetch(2)
    const call = () => fetch('http://127.0.0.1/auth/v1/user', { method: 'POST' })
    const both = [call(), call()]
    now = 100
    answers[0]?.()
    await both[0]
    now = 150
    answers[1]?.()
    await both[1]
    now = 1000
    const later = call()
    now = 1010
    answers[2]?.()
    await later
  })
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  expect(trace.backendMilliseconds).toBe(160)
})
