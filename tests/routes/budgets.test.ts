import { brotliCompressSync, constants } from 'node:zlib'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newVisitor } from '../support/people.ts'

// Bytes don't depend on the machine, so tests assert them; the benchmark measures times.

const ROUND_TRIP = 13_000
const PAGES = [
  '/',
  '/product-listing',
  '/product/lace-balconette-bra',
  '/product-listing?category=Bra&sizes=34B',
  '/product/seamless-t-shirt-bra?tab=ratingReviews',
  '/product/lace-balconette-bra?tab=SizeGuide',
  '/size-guide',
  '/size-finder',
  '/on-sale',
  '/login',
  '/cart',
]

test.each(PAGES)('renders %s after one round trip: HTML and styles in at most 13 kB', async (path) => {
  const { html } = await newVisitor().get(path)
  const bytes = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length
  expect(bytes).toBeLessThanOrEqual(ROUND_TRIP)
  expect(html).not.toMatch(/<link[^>]*rel="(stylesheet|modulepreload|preload)"/)
  expect(html).not.toMatch(/<script[^>]*\ssrc=/)
})

test('sends pages compressed, with length and ETag', async () => {
  const response = await newVisitor().request('/', { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(Number(response.headers.get('content-length'))).toBeLessThanOrEqual(ROUND_TRIP)
  expect(response.headers.get('etag')).toMatch(/^"/)
})

test('loads one font of at most 14 kB for headings without blocking, and none in the lite version', async () => {
  const { html } = await newVisitor().get('/')
  const [, address = ''] = /@font-face\{[^}]*url\(([^)]+)\)/.exec(html) ?? []
  expect(html).toMatch(/font-display:optional/)
  const font = await newVisitor().request(address)
  expect([font.status, font.headers.get('content-type')]).toEqual([200, 'font/woff2'])
  expect((await font.arrayBuffer()).byteLength).toBeLessThanOrEqual(14_000)
  const lite = newVisitor()
  lite.cookies.set('website_lite', 'on')
  expect((await lite.get('/')).html).not.toContain('@font-face')
})

test('keeps React and all areas of a page within 60 kB in four files', () => {
  const assets = 'build/client/assets'
  const sizes = Object.fromEntries(
    readdirSync(assets)
      .filter((name) => name.endsWith('.js.br'))
      .map((name) => [name, readFileSync(join(assets, name)).length]),
  )
  const weigh = (...rooms: string[]) => {
    const names = Object.keys(sizes).filter((name) => rooms.includes(name.replace(/-[\w-]{8}\.js\.br$/, '')))
    const bytes = names.reduce((sum, name) => sum + readFileSync(join(assets, name)).length, 0)
    return { files: names.length, bytes }
  }
  for (const room of ['home', 'catalog', 'cart', 'account']) {
    const { files, bytes } = weigh('entry.client', 'react', 'shell', room)
    expect([room, files]).toEqual([room, 4])
    // Plus about 500 bytes of headers per file, and what the browser loads beside a chunk.
    expect(bytes + files * 500).toBeLessThanOrEqual(60_000)
  }
})
