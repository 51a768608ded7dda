import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { everyPageType } from '../support/page-types.ts'
import { newVisitor } from '../support/people.ts'
import type { Page } from '../support/visitor.ts'

// Bytes don't depend on the machine, so tests assert them; the benchmark measures times.

/** The most that a page may take in English, and in Urdu, whose letters take two bytes each: a first round trip brings 14.6 kB. */
const MOST = [12_500, 13_500] as const

/**
 * Pages that take more. A known visitor's is joined from deflated pieces (platform/cache/places.server.ts), which takes 1 to 2 kB more than
 * Brotli does; a shopper's review is written beside all others; the listing's cards lead to each colour and to the sizes, beside filters and
 * categories; a set has the sizes of two. A product's facts stand beside its button (decision 211), and in Urdu its name has styles of its
 * own, to be above the bar of a phone. The home page has the words of all slides, so that nothing moves when they turn.
 * All but the first still come in one round trip.
 */
const HEAVIER: Record<string, readonly [number, number]> = {
  '/ with a cart': [13_400, 15_200],
  '/product-listing': [12_900, 14_500],
  '/product-listing?page=2': [12_900, 14_500],
  '/product-listing?category=Bra&colors=Black&sizes=34B&page=1': [12_500, 13_900],
  '/on-sale': [12_500, 14_200],
  '/on-sale?category=Nightwear&sizes=M': [12_500, 14_000],
  '/product/satin-nightgown-with-lace-hem': [12_800, 14_250],
  '/product/lace-balconette-bra': [12_800, 14_250],
  '/product/lace-balconette-bra?tab=ratingReviews': [12_700, 13_900],
  'a product after another': [12_800, 14_250],
  '/product/lace-balconette-bra?tab=ratingReviews&write=1 of a shopper': [13_400, 14_550],
}

let [pages, inUrdu] = [new Map<string, Page>(), new Map<string, Page>()]
beforeAll(async () => {
  pages = await everyPageType()
  inUrdu = await everyPageType({ isUrdu: true })
})

/** Returns the bytes of a response as a browser receives it by HTTP/1.1: the compressed body, the status line and the headers. */
function received({ headers }: Pick<Page, 'headers'>): number {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return Number(headers.get('content-length')) + 'HTTP/1.1 200 OK\r\n\r\n'.length + lines.length
}

test('sends every page in one round trip: HTML, styles and headers in at most 12,500 bytes, in Urdu 13,500', () => {
  const tooHeavy = [pages, inUrdu].map((found, language) =>
    [...found]
      .map(([name, page]) => ({ name, bytes: received(page) }))
      .filter(({ name, bytes }) => !(bytes <= (HEAVIER[name] ?? MOST)[language === 0 ? 0 : 1])),
  )
  expect(tooHeavy).toEqual([[], []])
})

test.each(['/', '/product-listing', '/product/lace-balconette-bra', '/login', '/faq'])(
  'needs no other file to render %s: one script, of low priority, and no style sheet',
  async (path) => {
    const { html } = await newVisitor().get(path)
    expect(html).not.toMatch(/<link[^>]*rel="(stylesheet|modulepreload|preload)"/)
    const scripts = [...html.matchAll(/<script[^>]*\ssrc=[^>]*>/g)].map(([tag]) => tag)
    expect(scripts).toEqual([expect.stringMatching(/type="module".*fetchpriority="low"/)])
  },
)

test('sends pages compressed, with length and ETag', async () => {
  const response = await newVisitor().request('/', { headers: { 'accept-encoding': 'br' } })
  expect(response.headers.get('content-encoding')).toBe('br')
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0)
  expect(response.headers.get('etag')).toMatch(/^"/)
})

test('sets all text in fonts of the system, so that no view changes its wordmark or headings (HD-30)', async () => {
  for (const { html } of pages.values()) expect(html).not.toMatch(/@font-face|\.woff2?\b/)
})

test('brings the same styles by the scripts of each language', () => {
  const assets = 'build/client/assets'
  const styles = readdirSync(assets)
    .filter((name) => /^(ur-)?enhance-[\w-]+\.js$/.test(name))
    .map((name) => readFileSync(join(assets, name), 'utf8').match(/\.(spinner|toasts)\{[^"'`]+/g))
  expect(styles).toEqual([expect.arrayContaining([expect.stringContaining('.toasts{')]), styles[0]])
})

test('keeps all scripts of a page within 60.5 kB in four files, headers included', async () => {
  const assets = 'build/client/assets'
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'))
  /** Returns the file of a chunk and all files that it imports. */
  const filesOf = (file: string): string[] => [
    file,
    ...[...readFileSync(join(assets, file), 'utf8').matchAll(/from"\.\/([\w.-]+\.js)"/g)].flatMap(([, next = '']) =>
      filesOf(next),
    ),
  ]
  for (const room of ['home', 'catalog', 'product', 'cart', 'account']) {
    const chunks = new Set(['entry.client', 'enhance', 'react', room])
    const files = new Set(
      names.filter((name) => chunks.has(name.replace(/-[\w-]{8}\.js$/, ''))).flatMap((name) => filesOf(name)),
    )
    expect([room, files.size]).toEqual([room, 4])
    const visitor = newVisitor()
    const brotli = { headers: { 'accept-encoding': 'br' } }
    const responses = await Promise.all([...files].map((name) => visitor.request(`/assets/${name}`, brotli)))
    const bytes = responses.reduce((sum, response) => sum + received(response), 0)
    expect([room, bytes, bytes <= 60_500]).toEqual([room, bytes, true])
  }
})
