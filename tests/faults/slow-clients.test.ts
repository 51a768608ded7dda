import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Socket } from 'node:net'
import { startFragileShop, type FragileShop, type ShopProcess } from '../support/fragile-shop.ts'
import { openSocket, readResponse } from '../support/raw-request.ts'
import { Visitor } from '../support/visitor.ts'

let backend: FragileShop
let shop: ShopProcess
beforeAll(async () => {
  backend = await startFragileShop()
  shop = await backend.startProcess({ MAX_CONNECTIONS: '300', MAX_RENDERS: '8', MAX_RENDERS_PER_ADDRESS: '4' })
})
afterAll(() => backend.stop())

interface SlowPost {
  socket: Socket
  /** The first bytes that the server sends. */
  response: Promise<string>
}

/** Posts a form with one byte every two seconds. */
async function postSlowly(path: string, type: string, length: number, address: string): Promise<SlowPost> {
  const socket = await openSocket(shop.url)
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\norigin: ${shop.url}\r\nx-forwarded-for: ${address}\r\n` +
      `content-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`,
  )
  const drip = setInterval(() => socket.write('a'), 2_000)
  socket.on('error', () => undefined)
  socket.once('close', () => clearInterval(drip))
  const response = new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1')))
    socket.once('close', () => resolve(''))
  })
  return { socket, response }
}

test('case 3: slow bodies use no slot, get a response, and are cut off', async () => {
  const form = 'application/x-www-form-urlencoded'
  const slow = await Promise.all(
    Array.from({ length: 64 }, (_, place) => postSlowly('/login', form, 1_000, `192.0.2.${place}`)),
  )
  const visitor = new Visitor(shop.url)
  const pages = await Promise.all(
    ['/login', '/cart', '/product-listing?search=lace', '/'].map((path) => visitor.get(path)),
  )
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await visitor.request('/health/ready')).status).toBe(200)
  const statuses = await Promise.all(slow.map(async ({ response }) => readResponse(await response).status))
  expect([...new Set(statuses)]).toEqual([408])
  await expect.poll(() => slow.every(({ socket }) => socket.destroyed)).toBe(true)
})

test('case 3: only a few uploads are read in parallel, because they use memory', async () => {
  const type = 'multipart/form-data; boundary=b'
  const slow = await Promise.all(
    Array.from({ length: 12 }, (_, place) => postSlowly('/profile', type, 15_000_000, `198.51.100.${place}`)),
  )
  const refused = await Promise.race(slow.map(async ({ response }) => readResponse(await response)))
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([503, true])
  expect((await new Visitor(shop.url).request('/login')).status).toBe(200)
  for (const { socket } of slow) socket.destroy()
})

test('case 3: renders of one address wait for each other while others are served', async () => {
  backend.proxy.fault = { path: /get_products$/, kind: 'slow', milliseconds: 500 }
  const greedy = new Visitor(shop.url)
  // Each requests something else, so that the cache doesn't respond.
  const many = Array.from({ length: 40 }, (_, place) => greedy.request(`/product-listing?search=lace+${place}`))
  const other = await new Visitor(shop.url).request('/cart')
  expect(other.status).toBe(200)
  const statuses = (await Promise.all(many)).map(({ status, headers }) => [status, headers.get('retry-after')])
  backend.proxy.fault = null
  expect(statuses.filter(([status]) => status === 200)).toHaveLength(8)
  expect(statuses.filter(([status, wait]) => status === 503 && wait === '2')).toHaveLength(32)
})

test('case 3: the addresses of one IPv6 customer share their slots', async () => {
  backend.proxy.fault = { path: /get_products$/, kind: 'slow', milliseconds: 500 }
  const many = Array.from({ length: 20 }, (_, place) =>
    new Visitor(shop.url).request(`/product-listing?search=silk+${place}`, {
      headers: { 'x-forwarded-for': `2001:db8:1:2::${place + 1}` },
    }),
  )
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  backend.proxy.fault = null
  expect(statuses.filter((status) => status === 200)).toHaveLength(8)
  expect(statuses.filter((status) => status === 503)).toHaveLength(12)
})

test('case 3: connections beyond the limit are refused until others close', async () => {
  const sockets = await Promise.all(Array.from({ length: 400 }, () => openSocket(shop.url).catch(() => null)))
  for (const socket of sockets) socket?.on('error', () => undefined)
  await expect.poll(() => sockets.filter((socket) => socket?.destroyed).length).toBeGreaterThan(90)
  for (const socket of sockets) socket?.destroy()
  await expect
    .poll(async () => (await new Visitor(shop.url).request('/health/live').catch(() => null))?.status)
    .toBe(200)
})

test('case 3: slow headers are cut off', async () => {
  const socket = await openSocket(shop.url)
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const { status, headers } = readResponse(text)
  expect([status, headers['x-content-type-options']]).toEqual([408, 'nosniff'])
})
