import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createGzip } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signInWithGoogle } from '../../app/account/sign-in/authenticator.server.ts'
import { PostEx } from '../../app/couriers/postex.server.ts'
import { createGopayfast } from '../../app/payments/gopayfast-provider.server.ts'
import { createPayfast } from '../../app/payments/payfast-provider.server.ts'
import { signature } from '../../app/payments/payfast.ts'
import { AnswerTooLong, askServer } from '../../app/platform/ask-server.server.ts'
import { listen } from '../support/local-server.ts'

// Servers of others that send more than anybody asked for.

const PIECE = Buffer.alloc(64 * 1024, ' ')
let url: string
/** The responses so far: how many bytes of a body were sent before the shop closed the connection. */
let sent: { path: string; bytes: number; isClosed: Promise<unknown> }[] = []
beforeEach(() => {
  sent = []
})

const server = createServer((request, response) => void respond(request, response))
beforeAll(async () => {
  url = await listen(server)
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', url)
  const one = { path: pathname, bytes: 0, isClosed: once(response, 'close') }
  sent.push(one)
  if (pathname === '/redirect') return void response.writeHead(302, { location: `${url}/short` }).end()
  const type = searchParams.get('type') ?? 'application/json'
  if (pathname === '/short') return void response.writeHead(200, { 'content-type': type }).end('{"a":"é"}')
  const isPacked = pathname === '/packed'
  response.writeHead(200, { 'content-type': type, ...(isPacked && { 'content-encoding': 'gzip' }) })
  const body = isPacked ? createGzip() : response
  if (isPacked) (body as ReturnType<typeof createGzip>).pipe(response)
  while (!response.destroyed && one.bytes < 2 ** 30) {
    one.bytes += PIECE.length
    if (!body.write(PIECE)) await Promise.race([once(body, 'drain'), one.isClosed])
  }
}

const ASKED = { types: ['application/json'], maxBytes: 100_000 }

test('a response is read to its end if it is short enough', async () => {
  const { status, ok, text, bytes } = await askServer(`${url}/short`, ASKED)
  expect([status, ok, text, bytes?.length]).toEqual([200, true, '{"a":"é"}', 10])
})

test.each(['/endless', '/packed'])(
  'of %s no more is read than was asked for, and the connection is closed',
  async (path) => {
    await expect(askServer(`${url}${path}`, ASKED)).rejects.toThrow(AnswerTooLong)
    await sent[0]?.isClosed
    expect(sent[0]?.bytes).toBeLessThan(200 * 2 ** 20)
  },
)

test('a redirect isn’t followed, and a body of another type isn’t read', async () => {
  expect(await askServer(`${url}/redirect`, ASKED)).toEqual({ status: 302, ok: false, bytes: null, text: '' })
  expect(await askServer(`${url}/endless?type=text/html`, ASKED)).toEqual({
    status: 200,
    ok: true,
    bytes: null,
    text: '',
  })
  await sent[1]?.isClosed
  expect(sent.map(({ path }) => path)).toEqual(['/redirect', '/endless'])
})

const lines: unknown[] = []
const log = { error: (line: unknown) => lines.push(line), warn: (line: unknown) => lines.push(line) } as never

test('PostEx, both payment providers and Google are read within bounds', async () => {
  const postex = new PostEx({ POSTEX_URL: url, POSTEX_TOKEN: 'secret', POSTEX_PICKUP_ADDRESS: '1' })
  expect(await postex.cancel('CX-1')).toEqual({ outcome: 'unknown', problem: 'PostEx didn’t respond (AnswerTooLong).' })
  await expect(postex.cities()).rejects.toThrow('AnswerTooLong')
  await expect(postex.bills(['CX-1'])).rejects.toThrow('PostEx gave no airway bills')

  const settings = { GOPAYFAST_MODE: 'sandbox', GOPAYFAST_URL: url, BRAND_NAME: 'Chambeli' } as never
  const payment = { reference: 'ORD-1-1', amount: '10.00' } as never
  expect(await createGopayfast(settings, log)?.form(payment)).toBeNull()
  expect(lines.at(-1)).toMatchObject({ event: 'payment token refused', error: 'AnswerTooLong' })

  const merchant = {
    PAYFAST_MODE: 'sandbox',
    PAYFAST_MERCHANT_ID: '1',
    PAYFAST_PASSPHRASE: '',
    PAYFAST_SOURCES: '127.0.0.1',
  }
  const payfast = createPayfast({ ...merchant, PAYFAST_VALIDATE_URL: `${url}/endless?type=text/plain` } as never, log)
  const pairs: [string, string][] = [['merchant_id', '1']]
  const body = new URLSearchParams([...pairs, ['signature', signature(pairs, '')]]).toString()
  expect(await payfast?.read(body, '127.0.0.1')).toEqual({ status: 503, verdict: 'not confirmed yet' })
  expect(lines.at(-1)).toMatchObject({ event: 'provider did not confirm', error: 'AnswerTooLong' })
})

test('a token of Google is read within bounds, and so is a profile', async () => {
  const settings = {
    SESSION_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'http://shop.invalid',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_TOKEN_URL: `${url}/token`,
    GOOGLE_USERINFO_URL: `${url}/person`,
  }
  const context = { settings } as never
  const away: unknown = await signInWithGoogle(context, new Request('http://shop.invalid/auth/google')).catch(
    (thrown: unknown) => thrown,
  )
  if (!(away instanceof Response)) throw new Error('No redirect to Google.')
  const state = new URL(away.headers.get('location') ?? '').searchParams.get('state')
  const back = new Request(`http://shop.invalid/auth/google/callback?code=x&state=${state}`, {
    headers: { cookie: away.headers.get('set-cookie')?.split(';')[0] ?? '' },
  })
  await expect(signInWithGoogle(context, back)).rejects.toThrow('The response is longer than 100000 bytes.')
  expect(sent.map(({ path }) => path)).toEqual(['/token'])
})
