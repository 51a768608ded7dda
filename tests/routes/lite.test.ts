import { brotliDecompressSync } from 'node:zlib'
import { request } from 'undici'
import sharp from 'sharp'
import { expect, inject, test } from 'vitest'
import { addToCart } from '../support/checkout.ts'
import { dom } from '../support/page-dom.ts'
import { newPerson, newVisitor, signedIn } from '../support/people.ts'
import { everyPageType } from '../support/page-types.ts'

const SAVING = { 'save-data': 'on' }
const MOST_BYTES = 60_000

/** A response on the wire: status line and headers as in HTTP/1.1, and the encoded body. */
async function travel(path: string, headers: Record<string, string> = {}) {
  const response = await request(inject('shopUrl') + path, {
    headers: { accept: 'text/html', 'accept-encoding': 'br', ...headers },
  })
  const body = Buffer.from(await response.body.arrayBuffer())
  const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return { response, body, bytes: body.length + lines.join('').length + 'HTTP/1.1 200 OK\r\n\r\n'.length }
}

/** Returns the bytes of a page and all its pictures on a phone with AVIF. */
async function weigh(path: string, headers: Record<string, string> = {}) {
  const page = await travel(path, headers)
  const html = brotliDecompressSync(page.body).toString()
  const pictures = [...html.matchAll(/<source type="image\/avif" srcSet="([^" ,]+)/gi)].map(([, url = '']) => url)
  let bytes = page.bytes
  for (const url of new Set(pictures)) bytes += (await travel(url)).bytes
  return { bytes, html, pictures }
}

test.each(['/product-listing', '/product-listing?category=Bra', '/on-sale', '/product/lace-balconette-bra', '/'])(
  '%s with all pictures stays within 60 kB in the lite version',
  async (path) => {
    const { bytes, pictures } = await weigh(path, SAVING)
    expect(pictures.length).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  },
)

test('has no script or other picture size in the lite version', async () => {
  const pages = await everyPageType({ isLite: true })
  expect(pages.size).toBeGreaterThan(45)
  for (const [name, { html }] of pages) {
    const scripts = [...html.matchAll(/<script(?![^>]*ld\+json)[^>]*>/g)].map(([tag]) => tag)
    expect([name, scripts]).toEqual([name, []])
    expect([name, /\sonclick=/.test(html)]).toEqual([name, false])
    const other = [...html.matchAll(/(?:srcSet|src)="(\/images\/(?!lite-)[^"]*)"/gi)].map(([, url]) => url)
    expect([name, other]).toEqual([name, []])
  }
}, 60_000)

test('uses pictures of 320 pixels in the lite version', async () => {
  const { pictures } = await weigh('/product-listing', SAVING)
  // Others are of tests that upload pictures.
  const first = pictures.find((path) => path.includes('/lite-320/pictures/')) ?? ''
  const { body } = await travel(first)
  const { width, format } = await sharp(body).metadata()
  expect([width, format]).toEqual([320, 'heif'])
  const full = await travel(first.replace('lite-320', '320'))
  expect(body.length).toBeLessThan(0.7 * full.body.length)
  expect((await travel('/images/lite-640/pictures/banner-robe.avif')).response.statusCode).toBe(404)
})

test('switches to the lite version and back from the footer, on the same page', async () => {
  const visitor = newVisitor()
  const full = await visitor.get('/product-listing?colors=Black')
  const buttonOf = (html: string) => dom({ html }).querySelector('form[action="/lite"] button')
  expect(buttonOf(full.html)?.textContent).toBe('Lite version')
  const lite = await visitor.post('/lite', { lite: 'on', from: '/product-listing?colors=Black' })
  expect([lite.status, lite.url]).toEqual([200, '/product-listing?colors=Black'])
  expect(buttonOf(lite.html)?.textContent).toBe('Full version')
  expect(lite.html).toContain('/images/lite-320/')
  expect((await visitor.get('/')).html).not.toContain('entry.client')
  const again = await visitor.post('/lite', { lite: 'off', from: '/product-listing?colors=Black' })
  expect(again.html).toBe((await newVisitor().get('/product-listing?colors=Black')).html)
})

test('redirects the footer’s button only within the shop', async () => {
  const visitor = newVisitor()
  const response = await visitor.submit('/lite', { lite: 'on', from: '//elsewhere.example' })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
  expect(response.headers.getSetCookie().join()).toMatch(/^website_lite=on; .*HttpOnly; SameSite=Lax$/)
})

test('shows the full version to visitors who chose it, whatever the browser asks for', async () => {
  const visitor = newVisitor()
  await visitor.post('/lite', { lite: 'off', from: '/' })
  const page = await visitor.request('/', { headers: SAVING })
  expect(await page.text()).toContain('entry.client')
})

test('caches both versions separately', async () => {
  const tagOf = async (headers: Record<string, string>) => (await travel('/faq', headers)).response.headers
  const [full, lite, chosen] = [await tagOf({}), await tagOf(SAVING), await tagOf({ cookie: 'website_lite=on' })]
  expect(lite.etag).toMatch(/^"/)
  expect(lite.etag).not.toBe(full.etag)
  expect(chosen.etag).toBe(lite.etag)
  for (const { vary } of [full, lite, chosen]) expect(vary).toBe('Accept-Encoding, Accept-Language, Cookie, Save-Data')
  const unchanged = await travel('/faq', { ...SAVING, 'if-none-match': String(lite.etag) })
  expect(unchanged.response.statusCode).toBe(304)
  const changed = await travel('/faq', { 'if-none-match': String(lite.etag) })
  expect(changed.response.statusCode).toBe(200)
})

test('shows a shopper with a cart their own lite page', async () => {
  const shopper = await signedIn(await newPerson('Sana Malik'))
  await addToCart(shopper)
  const page = await (await shopper.request('/product-listing', { headers: SAVING })).text()
  expect(page).toContain('Your profile, Sana Malik')
  expect(page).toContain('Cart, 1 line')
  expect(page).toContain('/images/lite-320/')
  expect(page).not.toContain('entry.client')
})
