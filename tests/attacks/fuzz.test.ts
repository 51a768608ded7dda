import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz, isRunning } from '../fuzz/run.ts'
import { startFuzzShop, type FuzzShop } from '../fuzz/shop.ts'

let shop: FuzzShop

beforeAll(async () => {
  shop = await startFuzzShop(4)
})
afterAll(() => shop.stop())

test(
  'no generated request makes the shop fail, end, or store what a form would refuse',
  { timeout: 120_000 },
  async () => {
    const { failures, stored, statuses } = await fuzz(shop, { requests: 2_000, seed: 12 })
    expect(failures).toEqual([])
    expect(stored).toEqual([])
    expect(isRunning(shop)).toBe(true)
    // Pages, redirects and refusals show that the requests reached the routes.
    expect(statuses).toEqual(expect.arrayContaining(['200', '302', '303', '400', '404']))
  },
)
