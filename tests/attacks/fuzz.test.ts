import { afterAll, beforeAll, expect, test } from 'vitest'
import { toReplay } from '../fuzz/request.ts'
import { fuzz } from '../fuzz/run.ts'
import { startFuzzShop, type FuzzShop } from '../fuzz/shop.ts'

// The same few thousand requests each time; `npm run measure -- fuzz` sends others.

let shop: FuzzShop

beforeAll(async () => {
  shop = await startFuzzShop(4)
})
afterAll(() => shop.stop())

test(
  'no generated request makes the shop fail, end, or store what a form would refuse',
  { timeout: 120_000 },
  async () => {
    const report = await fuzz(shop, { requests: 2_000, seed: 12, limit: Infinity, connections: 8 })
    expect(
      report.failures.map(({ what, request }) => `${what}: npm run measure -- fuzz --replay ${toReplay(request)}`),
    ).toEqual([])
    expect(report.stored).toEqual([])
    expect(report.deaths).toBe(0)
    // Pages, redirects and refusals show that the requests reached the routes.
    expect(Object.keys(report.statuses)).toEqual(expect.arrayContaining(['200', '302', '303', '400', '404']))
  },
)
