import { gunzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { newPerson, newVisitor, signedIn } from '../support/people.ts'
import { rawRequest } from '../support/raw-request.ts'

const shop = () => inject('shopUrl')

function post(path: string, body: BodyInit | string, headers: Record<string, string> = {}) {
  return newVisitor().request(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

const BOMBS: Record<string, string> = {
  'a sparse index': 'a[99999999]=1',
  'a large index': 'a[4999999]=1',
  'one index 5,000 times': 'x[0]=1&'.repeat(5_000),
  'a nested name 8,000 times': 'a.b=1&'.repeat(8_000),
  'a name of 5,000 levels': `${'a.'.repeat(5_000)}a=1`,
  'brackets in brackets': `a${'[0]'.repeat(20)}=1`,
  'a prototype': '__proto__=1',
  'a property of a prototype': '__proto__.isAdmin=1',
  'a nested prototype': 'a.constructor.prototype=1',
  'an empty name': '=1',
  'a NUL in a name': 'a%00b=1',
}

test.each(Object.entries(BOMBS))('responds 400 to a form with %s', async (_name, body) => {
  for (const path of ['/login', '/cart', '/contact']) expect((await post(path, body)).status).toBe(400)
})

test('accepts a form with 200 fields and responds 400 to 201', async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, place) => `f${place}=x`).join('&')
  expect((await post('/newsletter', fields(200))).status).toBe(303)
  expect((await post('/newsletter', fields(201))).status).toBe(400)
})

/** A form may have eight files. */
const TYPED = ['phone', 'phoneCountry', 'savedPhone', 'postalCode', 'firstName', 'fullName', 'name', 'email']

test('refuses a form whose fields are repeated, or are files instead of text', async () => {
  const shopper = await signedIn(await newPerson())
  await addToCart(shopper)
  const { attemptKey = '', seenCart = '', expectedTotal = '' } = await checkoutFields(shopper, 'cod')
  for (const [path, fixed] of [
    ['/contact', { message: 'Hello' }],
    ['/profile-setup', { gender: 'female' }],
    ['/profile?index&edit', {}],
    ['/profile/edit-location', { intent: 'add' }],
    ['/checkout', { intent: 'place', payment: 'cod', deliverTo: 'new', attemptKey, seenCart, expectedTotal }],
  ] as [string, Record<string, string>][]) {
    const repeated = new URLSearchParams(fixed)
    const files = new FormData()
    for (const [name, value] of Object.entries(fixed)) files.append(name, value)
    for (const name of TYPED) {
      for (const text of ['', '0300 1234567']) repeated.append(name, text)
      files.append(name, new File(['x'], 'x.txt', { type: 'text/plain' }))
    }
    for (const body of [repeated, files]) {
      const { status } = await shopper.request(path, { method: 'POST', body })
      expect([path, body.constructor.name, status]).toEqual([path, body.constructor.name, 400])
    }
  }
})

function multipart(parts: number, padding = ''): string {
  const part = (place: number) => `--b\r\nContent-Disposition: form-data; name="f${place}"\r\n\r\nx${padding}\r\n`
  return `${Array.from({ length: parts }, (_, place) => part(place)).join('')}--b--\r\n`
}
const MULTIPART = { 'content-type': 'multipart/form-data; boundary=b' }

test('refuses 20,000 multipart parts, and serves other requests meanwhile', async () => {
  const bomb = post('/login', multipart(20_000), MULTIPART)
  const others = await Promise.all([newVisitor().get('/'), newVisitor().get('/login')])
  expect(others.map(({ status }) => status)).toEqual([200, 200])
  expect((await bomb).status).toBe(400)
  expect((await post('/newsletter', multipart(100), MULTIPART)).status).toBe(303)
})

test('limits part headers, files and sizes', async () => {
  const headers = `--b\r\nContent-Disposition: form-data; name="f"; filename="${'x'.repeat(8_000)}"\r\n\r\nx\r\n--b--\r\n`
  expect((await post('/login', headers, MULTIPART)).status).toBe(413)
  const files = Array.from(
    { length: 9 },
    (_, place) => `--b\r\nContent-Disposition: form-data; name="f${place}"; filename="a"\r\n\r\nx\r\n`,
  ).join('')
  expect((await post('/login', `${files}--b--\r\n`, MULTIPART)).status).toBe(413)
  const large = `--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n${'x'.repeat(17 * 2 ** 20)}\r\n--b--\r\n`
  expect((await post('/login', large, MULTIPART)).status).toBe(413)
})

test('forms work with any Host and X-Forwarded-Host', async () => {
  for (const lie of [{ host: 'internal:8080' }, { 'x-forwarded-host': 'evil.example' }]) {
    const lines = Object.entries({ host: '127.0.0.1', ...lie }).map(([name, value]) => `${name}: ${value}\r\n`)
    const response = await rawRequest(
      shop(),
      `POST /newsletter HTTP/1.1\r\n${lines.join('')}origin: ${shop()}\r\nconnection: close\r\n` +
        'content-type: application/x-www-form-urlencoded\r\ncontent-length: 18\r\n\r\nemail=x&from=%2Fme',
    )
    expect([response.status, response.headers.location]).toEqual([303, '/me#newsletter'])
  }
})

const PARAMETERS = ['%5c', '%00', 'a%00b', '%0a', '%1f', '%7f', '%E0%A4%A', '%ff', '%']

test.each([
  '/product/:x',
  '/pay/:x',
  '/checkout/placed/:x',
  '/profile/active-orders/:x',
  '/profile/chat-support/attachments/:x',
  '/company/:x',
  '/help/:x',
  '/faq/:x',
  '/images/320/:x',
  '/:x',
])('responds 404 to %s, which has invalid characters', async (path) => {
  for (const value of PARAMETERS) {
    const response = await newVisitor().request(path.replace(':x', value))
    expect([value, response.status]).toEqual([value, 404])
  }
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'the inherited property %s is no order number',
  async (name) => {
    for (const path of [`/pay/${name}`, `/checkout/placed/${name}`]) {
      expect((await newVisitor().request(path)).status).toBeLessThan(500)
      expect((await post(path, 'a=b')).status).toBeLessThan(500)
    }
  },
)

test('responds 414 to a URL longer than 4,096 characters', async () => {
  expect((await newVisitor().request(`/product/${'x'.repeat(5_000)}`)).status).toBe(414)
})

test.each(['/login', '/cart', '/contact', '/profile'])(
  '%s responds 400 to a broken form, 415 to other types and 405 to other methods',
  async (path) => {
    expect((await post(path, 'nothing of the kind', MULTIPART)).status).toBe(400)
    expect((await post(path, 'x', { 'content-type': 'multipart/form-data' })).status).toBe(400)
    for (const type of ['application/json', 'text/plain', 'application/octet-stream'])
      expect((await post(path, '{}', { 'content-type': type })).status).toBe(415)
    for (const method of ['OPTIONS', 'DELETE', 'PUT', 'PATCH']) {
      const response = await newVisitor().request(path, { method, headers: { origin: shop() } })
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, POST'])
    }
    const traced = await rawRequest(shop(), `TRACE ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect([traced.status, traced.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  },
)

test('refuses a post to a page without a form', async () => {
  const response = await post('/on-sale', 'a=b')
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

const SECURITY = ['content-security-policy', 'x-content-type-options', 'referrer-policy']

test('personal pages are private and not stored', async () => {
  const visitor = newVisitor()
  await visitor.post('/newsletter', { email: 'x', from: '/' })
  visitor.cookies.set('addtocartItems', 'x')
  for (const path of ['/', '/product-listing', '/nothing', '/cart']) {
    const response = await visitor.request(path)
    expect([path, response.headers.get('cache-control')]).toEqual([path, 'private, no-store'])
  }
  for (const path of ['/', '/login', '/nothing']) {
    expect((await newVisitor().request(path)).headers.get('cache-control')).toBe('private, no-cache')
  }
})

test('a 304 has the security headers', async () => {
  const first = await newVisitor().request('/')
  const again = await newVisitor().request('/', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  for (const name of SECURITY) expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)])
})

test('If-None-Match accepts lists, weak tags and *', async () => {
  const etag = (await newVisitor().request('/')).headers.get('etag') ?? ''
  const statusFor = async (value: string) =>
    (await newVisitor().request('/', { headers: { 'if-none-match': value } })).status
  for (const value of [etag, `W/${etag}`, `"other", ${etag}`, `W/"a",W/${etag} , "b"`, '*'])
    expect([value, await statusFor(value)]).toEqual([value, 304])
  for (const value of ['"other"', 'W/"a", "b"', '']) expect([value, await statusFor(value)]).toEqual([value, 200])
})

test('responses of Node’s HTTP parser have the security headers', async () => {
  const requests = {
    'no Host': 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
    'two Hosts': 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n',
    'two Hosts in other case': 'GET /login HTTP/1.1\r\nHost: a\r\nHOST: a\r\nconnection: close\r\n\r\n',
    'no HTTP': 'HELLO\r\n\r\n',
    'two lengths': 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx',
  }
  for (const [name, text] of Object.entries(requests)) {
    const response = await rawRequest(shop(), text)
    expect([name, response.status]).toEqual([name, 400])
    for (const header of SECURITY)
      expect([name, header, response.headers[header] !== undefined]).toEqual([name, header, true])
  }
  const large = await rawRequest(shop(), `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`)
  expect([large.status, large.headers['x-content-type-options']]).toEqual([431, 'nosniff'])
})

test.each([
  ['with a page', 25_000, 'text/html'],
  ['before the shop reads them', 60_000, 'text/plain'],
])('cookies that are too many are deleted, %s, so that the next page is served', async (_how, length, type) => {
  const cookies = Array.from({ length: length / 500 }, (_, place) => `filler${place}=${'x'.repeat(500)}`).join('; ')
  const response = await rawRequest(
    shop(),
    `GET /login HTTP/1.1\r\nhost: a\r\ncookie: ${cookies}\r\nconnection: close\r\n\r\n`,
  )
  expect([response.status, response.headers['clear-site-data']]).toEqual([431, '"cookies"'])
  expect(response.headers['content-type']).toContain(type)
})

test('cookies within the bounds of headers are read, however many there are of other hosts', async () => {
  const visitor = newVisitor()
  for (let place = 0; place < 40; place += 1) visitor.cookies.set(`filler${place}`, 'x'.repeat(500))
  expect((await visitor.get('/login')).status).toBe(200)
})

test('attack: an address that is too long deletes no cookies', async () => {
  for (const length of [20_000, 32_700, 60_000]) {
    const response = await rawRequest(
      shop(),
      `GET /login?x=${'x'.repeat(length)} HTTP/1.1\r\nhost: a\r\ncookie: a=b; c=d\r\nconnection: close\r\n\r\n`,
    )
    expect([414, 431]).toContain(response.status)
    expect([length, response.headers['clear-site-data']]).toEqual([length, undefined])
  }
})

test('respects the weights in Accept-Encoding and never sends a refused encoding', async () => {
  const encodingFor = async (path: string, accepted: string) =>
    (await newVisitor().request(path, { headers: { 'accept-encoding': accepted } })).headers.get('content-encoding')
  const script = await newVisitor().request('/')
  const asset = /"(\/assets\/entry[^"]*\.js)"/.exec(await script.text())?.[1] ?? ''
  expect(asset).not.toBe('')
  for (const path of ['/', '/login', asset]) {
    const seen = [
      await encodingFor(path, 'br;q=0, gzip'),
      await encodingFor(path, 'br;q=0'),
      await encodingFor(path, 'gzip;q=1.0, br;q=1.0'),
      await encodingFor(path, 'gzip, deflate, br'),
      await encodingFor(path, 'gzip;q=1, br;q=0.5'),
      await encodingFor(path, 'identity'),
      await encodingFor(path, '*'),
    ]
    expect([path, seen]).toEqual([path, ['gzip', null, 'br', 'br', 'gzip', null, 'br']])
  }
})

test('a search isn’t cached, and a campaign’s parameters lead to the cached page', async () => {
  const plain = await newVisitor().request('/product-listing')
  const searched = await newVisitor().request('/product-listing?search=silk')
  expect(plain.headers.get('etag')).toMatch(/^"/)
  expect(searched.headers.get('etag')).toBeNull()
  const tracked = await newVisitor().request('/product-listing?utm_source=mail&fbclid=x')
  expect(tracked.headers.get('etag')).toBe(plain.headers.get('etag'))
})

test('files support ETags, conditions and ranges, and have few headers', async () => {
  const response = await newVisitor().request('/favicon.svg')
  const etag = response.headers.get('etag') ?? ''
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  // A raw request, since Node's fetch adds `no-cache` to conditional ones.
  const known = await rawRequest(
    shop(),
    `GET /favicon.svg HTTP/1.1\r\nhost: x\r\nif-none-match: "a", ${etag}\r\nconnection: close\r\n\r\n`,
  )
  expect(known.status).toBe(304)
  const part = await newVisitor().request('/favicon.svg', { headers: { range: 'bytes=0-9' } })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
  const beyond = await newVisitor().request('/favicon.svg', { headers: { range: 'bytes=999999-' } })
  expect(beyond.status).toBe(416)
  const page = await (await newVisitor().request('/')).text()
  const asset = /"(\/assets\/entry[^"]*\.js)"/.exec(page)?.[1] ?? ''
  const raw = await rawRequest(
    shop(),
    `GET ${asset} HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\nconnection: close\r\n\r\n`,
  )
  const head = Object.entries(raw.headers)
    .map((pair) => pair.join(': '))
    .join('\r\n')
  expect(head.length).toBeLessThan(500)
  expect(raw.headers['content-security-policy']).toBeUndefined()
  expect(gunzipSync(Buffer.from(raw.body, 'latin1')).length).toBeGreaterThan(1_000)
})

test('a request keeps a well-formed ID from the proxy, or else gets a new one', async () => {
  const idFor = async (given: string) =>
    (await newVisitor().request('/nothing', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
  expect(await idFor('abc-123_DEF')).toBe('abc-123_DEF')
  for (const bad of ['a b', '<script>', 'x'.repeat(65)]) expect(await idFor(bad)).toMatch(/^[0-9a-f-]{36}$/)
})

test('a request for one route’s data gets the page', async () => {
  for (const path of ['/login?_data=', '/robots.txt?_data=x', '/product-listing?_data=root&category=Bra']) {
    const response = await newVisitor().request(path)
    expect([path, response.status]).toEqual([path, 200])
  }
})

test('redirects work for non-ASCII URLs', async () => {
  const visitor = await signedIn(await newPerson())
  for (const name of ['%C4%80', '%F0%9F%98%80', '%D9%BE%D8%A7%DA%A9']) {
    const response = await visitor.request(`/pay/${name}`)
    expect([response.status, response.headers.get('location')]).toEqual([303, `/profile/active-orders/${name}`])
    expect((await visitor.get(`/pay/${name}`)).status).toBe(404)
  }
})
