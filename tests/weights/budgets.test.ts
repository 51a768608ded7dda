import { brotliCompressSync, constants } from 'node:zlib'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { everyPageType } from '../support/page-types.ts'
import { newVisitor } from '../support/people.ts'
import type { Page } from '../support/visitor.ts'

// Bytes don't depend on the machine, so tests assert them; the benchmark measures times.

/** The most that HTML and styles of a page may take, compressed, in English and in Urdu, whose letters take two bytes each. */
const [PAGE_BYTES, URDU_BYTES] = [10_000, 11_500]
/** Brotli's quality for a cached page that is sent for the first time, and for one that is asked for often (decision 64). */
const [FIRST, POPULAR] = [9, 11]
const WINDOW_BITS = 16

let pages = new Map<string, Page>()
beforeAll(async () => {
  pages = await everyPageType()
})

/** Returns the pages that are too heavy, with their bytes. */
function tooHeavy(found: Iterable<[string, Page]>, quality: number, most = PAGE_BYTES) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS }
  return [...found]
    .map(([name, { html }]) => ({ name, bytes: brotliCompressSync(html, { params }).length }))
    .filter(({ bytes }) => bytes > most)
}

test('renders every page in one round trip: HTML and styles in at most 10,000 bytes', () => {
  expect(tooHeavy(pages, POPULAR)).toEqual([])
})

const cached = (found: Map<string, Page>) => [...found].filter(([, { headers }]) => headers.has('etag'))

test('sends every cached page in at most 10,000 bytes also the first time', () => {
  expect(cached(pages).map(([name]) => name)).toContain('/product/lace-balconette-bra?tab=ratingReviews')
  expect(tooHeavy(cached(pages), FIRST)).toEqual([])
})

test('renders every page in Urdu in at most 11,500 bytes, and sends it so from the cache', async () => {
  const urdu = await everyPageType({ isUrdu: true })
  expect(tooHeavy(urdu, POPULAR, URDU_BYTES)).toEqual([])
  expect(tooHeavy(cached(urdu), FIRST, URDU_BYTES)).toEqual([])
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
  expect(Number(response.headers.get('content-length'))).toBeLessThanOrEqual(PAGE_BYTES)
  expect(response.headers.get('etag')).toMatch(/^"/)
})

test('sets all text in fonts of the system, so that no view changes its wordmark or headings (HD-30)', async () => {
  for (const { html } of pages.values()) expect(html).not.toMatch(/@font-face|\.woff2?\b/)
})

test('brings the same styles by the scripts of each language', () => {
  const assets = 'build/client/assets'
  const styles = readdirSync(assets)
    .filter((name) => /^(ur-)?enhance-[\w-]+\.js$/.test(name))
    .map((name) => readFileSync(join(assets, name), 'utf8').match(/\.(notice|toasts)\{[^"'`]+/g))
  expect(styles).toEqual([expect.arrayContaining([expect.stringContaining('.notice-ok{')]), styles[0]])
})

test('keeps all scripts of a page within 60 kB in four files', () => {
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
    const bytes = [...files].reduce((sum, name) => sum + readFileSync(join(assets, `${name}.br`)).length, 0)
    // Plus about 500 bytes of headers per file, and what the browser loads beside a chunk.
    expect(bytes + files.size * 500).toBeLessThanOrEqual(60_000)
  }
})
