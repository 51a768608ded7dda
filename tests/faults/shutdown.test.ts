import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { sendUntilRefused } from '../support/new-connections.ts'

let shop: FragileShop
const CLIENTS = 12

beforeAll(async () => {
  shop = await startFragileShop()
})
afterAll(() => shop.stop())

test.each([
  ['/', '0'],
  ['/', '1'],
  ['/product-listing?search=robe', '0'],
])('a process that ends answers every request for %s that it accepted, with a wait of %s', async (path, wait) => {
  const { url, process } = await shop.startProcess({ SHUTDOWN_WAIT: wait, LOG_LEVEL: 'error' })
  expect((await fetch(url + path)).status).toBe(200)
  const ended = new Promise((resolve) => process.once('exit', resolve))
  const outcomes = sendUntilRefused(url + path, CLIENTS)
  process.kill('SIGTERM')
  const { 200: answered, ...others } = await outcomes
  expect([others, await ended]).toEqual([{ ECONNREFUSED: CLIENTS }, 0])
  expect(answered).toBeGreaterThanOrEqual(CLIENTS)
})
