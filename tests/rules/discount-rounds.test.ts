import { expect, test, vi } from 'vitest'
import { startDiscountRounds } from '../../app/catalog/discount-rounds.server.ts'

/** Starts rounds over a database that responds with `responses` in turn, then without an error. */
function rounds(seconds: number, ...responses: { error: object | null }[]) {
  const stop = new AbortController()
  const background = new Set<Promise<unknown>>()
  const calls: string[] = []
  const lines: unknown[] = []
  const rpc = async (name: string) => {
    calls.push(name)
    return responses.shift() ?? { error: null }
  }
  startDiscountRounds({
    settings: { DISCOUNT_SECONDS: seconds },
    backends: { service: { rpc } },
    log: { error: (line: unknown) => lines.push(line) },
    background,
    stopping: stop.signal,
  } as never)
  return { calls, lines, background, stop: () => stop.abort() }
}

test('discounts are applied again and again until the process ends', async () => {
  const { calls, lines, background, stop } = rounds(0.001)
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(3))
  stop()
  await Promise.all(background)
  expect(calls.slice(0, 4)).toEqual(['apply_discounts', 'refresh_home', 'count_sold', 'apply_discounts'])
  expect([lines, background.size]).toEqual([[], 1])
})

test('a round that fails is logged, and the next one begins', async () => {
  const { calls, lines, background, stop } = rounds(0.001, { error: { message: 'no discounts today' } })
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(1))
  stop()
  await Promise.all(background)
  expect(lines).toEqual([
    expect.objectContaining({
      event: 'discounts not applied',
      message: 'Not applied, apply_discounts: no discounts today',
    }),
  ])
})

test('without seconds there are no rounds', () => {
  expect(rounds(0).background.size).toBe(0)
})
