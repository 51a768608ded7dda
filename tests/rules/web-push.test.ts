import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendOrderPushes } from '../../app/mails/pushes.server.ts'
import { askPublicServer } from '../../app/platform/ask-server.server.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import { publicPushKey, sendPush } from '../../app/platform/web-push.server.ts'
import { listen } from '../support/local-server.ts'

// Operators' browsers are told of new orders by their push services, which a stand-in is here.

const SETTINGS = {
  VAPID_PRIVATE_KEY: 'a8Zbpq1Sp4TQmGJ0wuTGSKGCKxTyxl4N4iyEr7rVwE0',
  PUBLIC_URL: 'https://shop.example',
}
const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const PUSH_SERVICE = 'https://push.example'

interface Received {
  path: string
  headers: Record<string, unknown>
  body: Buffer
}
let url: string
const received: Received[] = []
const STATUS: Record<string, number> = { '/gone': 410, '/unknown': 404, '/full': 429, '/moved': 307 }
const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const { url: path = '', headers } = request
    received.push({ path, headers, body: Buffer.concat(pieces) })
    response.writeHead(STATUS[path] ?? 201, { location: '/elsewhere' }).end()
  })
})
beforeAll(async () => {
  url = await listen(server)
})
afterAll(() => server.close())

/** Asks the stand-in in place of the push service. */
const ask: typeof askPublicServer = (address, question) =>
  askPublicServer(address.replace(PUSH_SERVICE, url), question, (ip) => ip === null || ip === '127.0.0.1')

const keys = createECDH('prime256v1')
const auth = randomBytes(16)
const browserAt = (endpoint: string) => ({
  endpoint,
  p256dh: keys.generateKeys('base64url'),
  auth: auth.toString('base64url'),
})

/** Decrypts a message as the browser does (RFC 8291). */
function decrypt(body: Buffer): unknown {
  const [salt, rest] = [body.subarray(0, 16), body.subarray(21)]
  const sender = rest.subarray(0, body[20])
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32)
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const sealed = rest.subarray(sender.length)
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
}

test('a browser is told of an order in a message that it alone reads, and that says whose it is', async () => {
  const settled: unknown[] = []
  const due = [
    {
      order: idOf(1),
      browser: idOf(2),
      attempts: 1,
      order_id: 'CH-1042',
      total_amount: 3150,
      payment_method: 'cod',
      ...browserAt(`${PUSH_SERVICE}/one`),
    },
  ]
  const rpc = async (name: string, parameters: unknown) => {
    if (name === 'claim_order_pushes') return { data: due.splice(0), error: null }
    settled.push(parameters)
    return { data: null, error: null }
  }
  const shop = { backends: { service: { rpc } }, settings: SETTINGS } as unknown as Shop
  await sendOrderPushes(shop, (settings, browser, message) => sendPush(settings, browser, message, ask))
  const [{ headers, body }] = received.splice(0) as [Received]
  expect(decrypt(body)).toEqual({ title: 'New order CH-1042: Rs. 3,150.00 in cash', url: '/desk/orders/CH-1042' })
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'high' })
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(String(headers.authorization)) ?? []
  expect(key).toBe(publicPushKey(SETTINGS))
  const point = Buffer.from(key ?? '', 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'))
  expect(payload).toMatchObject({ aud: PUSH_SERVICE, sub: 'https://shop.example' })
  expect(settled).toEqual([{ p_order: idOf(1), p_browser: idOf(2), p_attempt: 1, p_outcome: 'sent' }])
})

test.each([
  ['/gone', { outcome: 'gone' }],
  ['/unknown', { outcome: 'gone' }],
  ['/full', { outcome: 'failed', problem: 'push.example responded 429.' }],
  ['/moved', { outcome: 'failed', problem: 'push.example responded 307.' }],
])('what a push service responds at %s is told apart', async (path, outcome) => {
  expect(await sendPush(SETTINGS, browserAt(`${PUSH_SERVICE}${path}`), {}, ask)).toEqual(outcome)
  expect(received.splice(0).map((one) => one.path)).toEqual([path])
})

test('a push service that doesn’t respond, and keys that no browser has, are failures', async () => {
  const broken = () => Promise.reject(new Error('reset'))
  const problem = 'push.example couldn’t be reached, or the browser’s keys are wrong.'
  expect(await sendPush(SETTINGS, browserAt(`${PUSH_SERVICE}/one`), {}, broken)).toEqual({ outcome: 'failed', problem })
  const noPoint = { ...browserAt(`${PUSH_SERVICE}/one`), p256dh: 'B'.repeat(87) }
  expect(await sendPush(SETTINGS, noPoint, {}, ask)).toEqual({ outcome: 'failed', problem })
})

test.each(['https://127.0.0.1/x', 'https://localhost/x', 'https://10.0.0.1/x', 'https://169.254.169.254/latest'])(
  'attack: nothing is sent to %s, and no browser is there',
  async (endpoint) => {
    expect(await sendPush(SETTINGS, browserAt(endpoint), {})).toEqual({ outcome: 'gone' })
  },
)

test('without a key there is no Web Push', async () => {
  const shop = { settings: { PUBLIC_URL: 'https://shop.example' } } as unknown as Shop
  expect(publicPushKey(shop.settings)).toBeNull()
  await expect(sendOrderPushes(shop)).resolves.toBeUndefined()
})
