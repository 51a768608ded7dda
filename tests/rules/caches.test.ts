import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { readCatalogueVersion } from '../../app/catalog/catalog.server.ts'
import { toCachedPage } from '../../app/platform/cache/cached-page.server.ts'
import { CatalogueCache } from '../../app/platform/cache/catalogue-cache.server.ts'
import { CatalogueCheck } from '../../app/platform/cache/catalogue-watch.server.ts'
import { FileCache } from '../../app/platform/cache/file-cache.server.ts'
import { PageCache } from '../../app/platform/cache/page-cache.server.ts'
import { pageKey } from '../../app/platform/cache/page-key.server.ts'
import { cutPage } from '../../app/platform/cache/places.server.ts'

const silent = pino({ level: 'silent' })

test('400,000 unknown product names leave few entries', async () => {
  const cache = new CatalogueCache(silent)
  await cache.get('categories', async () => ['Bras'])
  for (let place = 0; place < 400_000; place += 1) await cache.find(`product:made-up-${place}`, async () => null)
  expect(cache.size.missing).toBeLessThanOrEqual(500)
  expect(cache.size.entries).toBe(1)
  let asked = 0
  const ask = async () => {
    asked += 1
    return null
  }
  await cache.find('product:once', ask)
  await cache.find('product:once', ask)
  expect(asked).toBe(1)
})

test('entries are bounded in number, and in bytes including their keys', async () => {
  const cache = new CatalogueCache(silent)
  for (let place = 0; place < 20_000; place += 1) await cache.get(`suggest:${place}`, async () => [])
  expect(cache.size.entries).toBeLessThanOrEqual(5_000)
  const large = new CatalogueCache(silent)
  const row = { text: 'x'.repeat(100_000) }
  for (let place = 0; place < 500; place += 1) await large.get(`listing:${place}`, async () => [row])
  expect(large.size.bytes).toBeLessThanOrEqual(16 * 2 ** 20)
  expect(large.size.entries).toBeLessThan(100)
})

test('what is kept holds only its own bytes, no pool of buffers', async () => {
  const { bodies } = await toCachedPage(new Response('<p>Lace</p>'), undefined, 0)
  const { pieces } = cutPage('a<shop-place data-part="cart">b</shop-place>c')
  const kept = [...Object.values(bodies), ...pieces.flatMap((one) => ('plain' in one ? [one.plain, one.deflated] : []))]
  expect(kept).toHaveLength(6)
  for (const bytes of kept) expect(bytes.buffer.byteLength).toBe(bytes.length)
})

test('a value replaces a cached “not found”, and the other way round', async () => {
  const cache = new CatalogueCache(silent)
  await cache.find('a', async () => ({ is: 'there' }))
  expect(await cache.find('a', async () => null)).toEqual({ is: 'there' })
  expect(cache.size).toMatchObject({ entries: 1, missing: 0 })
})

test('the key of a page has the parameters that its route declares and no other; with some the page isn’t cached', () => {
  const list = { cachedBy: new Set(['color', 'page']), uncachedBy: new Set(['search']) }
  const other = { cachedBy: null, uncachedBy: new Set<string>() }
  const key = (url: string) => pageKey(url, (path) => (path === '/list' ? list : other))
  expect(key('/list')).toBe('/list')
  expect(key('/list?page=2&color=red')).toBe('/list?color=red&page=2')
  expect(key('/list?color=red&page=2')).toBe('/list?color=red&page=2')
  expect(key('/list?utm_source=x&gclid=1&x=&lang=ur')).toBe('/list')
  expect(key('/list?fabric=silk&page=2')).toBe('/list?page=2')
  expect(key('/list?color=')).toBeNull()
  expect(key('/list?search=lace')).toBeNull()
  expect(key('/other')).toBeNull()
})

test('an unchanged page isn’t compressed again; a changed one is', async () => {
  let words = 'Lace balconette bra'
  const page = () => Array.from({ length: 400 }, (_, place) => `<p>${words} ${place * place}</p>`).join('')
  const html = () => new Response(page(), { headers: { 'content-type': 'text/html' } })
  const cache = new PageCache(async () => html(), 2 ** 20)
  const [first, second] = [await cache.load('/'), await cache.load('/')]
  expect(second?.bodies.br).toBe(first?.bodies.br)
  expect(second?.etag).toBe(first?.etag)
  expect(brotliDecompressSync(first?.bodies.br ?? '').toString()).toBe(page())
  expect(gunzipSync(first?.bodies.gzip ?? '').toString()).toBe(page())
  words = 'Cotton brief'
  const changed = await cache.load('/')
  expect(brotliDecompressSync(changed?.bodies.br ?? '').toString()).toBe(page())
})

test('a page is not served after its Expires, even if it is fresh', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T08:59:58Z') })
  const served: string[] = []
  const render = async () => {
    served.push(new Date().toISOString())
    const headers = { 'content-type': 'text/html', expires: 'Mon, 23 Nov 2026 09:00:00 GMT' }
    return new Response(`<p>${served.length}</p>`, { headers })
  }
  const cache = new PageCache(render, 2 ** 20)
  const look = async () => {
    const page = await cache.cut('/product/robe')
    return page?.pieces.map((piece) => ('plain' in piece ? piece.plain.toString() : '')).join('')
  }
  expect(await look()).toBe('<p>1</p>')
  vi.setSystemTime(Date.parse('2026-11-23T08:59:59Z'))
  expect(await look()).toBe('<p>1</p>')
  vi.setSystemTime(Date.parse('2026-11-23T09:00:00Z'))
  expect(await look()).toBe('<p>2</p>')
  const page = await cache.load('/product/robe')
  expect(page?.headers.br).not.toContain('expires')
  vi.useRealTimers()
})

test('an outdated value is loaded again before it is returned, and returned only while loading fails', async () => {
  const cache = new CatalogueCache(silent)
  let price = 100
  const read = () => cache.find('product:robe', async () => ({ price }))
  const readMissing = () => cache.find('product:new', async () => (price === 100 ? null : { price }))
  expect([await read(), await readMissing()]).toEqual([{ price: 100 }, null])
  price = 90
  expect([await read(), await readMissing()]).toEqual([{ price: 100 }, null])
  cache.markOutdated()
  expect([await read(), await readMissing()]).toEqual([{ price: 90 }, { price: 90 }])
  expect(cache.takeReturnedOutdated()).toBe(false)
  cache.markOutdated()
  const failing = cache.find('product:robe', () => Promise.reject(new Error('down')))
  expect(await failing).toEqual({ price: 90 })
  expect([cache.takeReturnedOutdated(), cache.takeReturnedOutdated()]).toEqual([true, false])
})

test('an outage is logged in one line, however many values are shown stale, and again while it goes on', async () => {
  const lines: string[] = []
  const cache = new CatalogueCache(pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }))
  const keys = Array.from({ length: 48 }, (_, place) => `product ${place}`)
  for (const key of keys) await cache.find(key, async () => ({}))
  cache.markOutdated()
  const fail = () => Promise.reject(new Error('No database'))
  for (const key of keys) expect(await cache.find(key, fail)).toEqual({})
  expect(lines).toEqual([expect.stringContaining('catalogue shown stale')])
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  for (const key of keys) await cache.find(key, fail)
  vi.restoreAllMocks()
  expect(lines).toHaveLength(2)
})

test('a load that began before the catalogue changed is not shared, and doesn’t replace a later one', async () => {
  const cache = new CatalogueCache(silent)
  const { promise: slow, resolve: finish } = Promise.withResolvers<{ price: number }>()
  const early = cache.get('product:robe', () => slow)
  cache.markOutdated()
  expect(await cache.get('product:robe', async () => ({ price: 90 }))).toEqual({ price: 90 })
  finish({ price: 100 })
  expect(await early).toEqual({ price: 100 })
  expect(await cache.get('product:robe', () => Promise.reject(new Error('not asked')))).toEqual({ price: 90 })
})

/** Returns a cache of one page, and a function that returns the page's text. `render` returns the text and the status. */
function cacheOf(render: () => Promise<[string, number]>) {
  const cache = new PageCache(async () => {
    const [text, status] = await render()
    return new Response(text, { status, headers: { 'content-type': 'text/html' } })
  }, 2 ** 20)
  const look = async () => {
    const page = await cache.cut('/product/robe')
    return page?.pieces.map((piece) => ('plain' in piece ? piece.plain.toString() : '')).join('')
  }
  return { cache, look }
}

test('an outdated page is rendered again before it is served, and served only if that fails', async () => {
  let rendered: [string, number] = ['Rs. 100', 200]
  const { cache, look } = cacheOf(async () => rendered)
  expect(await look()).toBe('Rs. 100')
  rendered = ['Rs. 90', 200]
  expect(await look()).toBe('Rs. 100')
  cache.markOutdated()
  expect(await look()).toBe('Rs. 90')
  rendered = ['Sorry', 503]
  cache.markOutdated()
  expect(await look()).toBe('Rs. 90')
  rendered = ['Product not found', 404]
  expect(await look()).toBeUndefined()
  rendered = ['Sorry', 503]
  expect(await look()).toBeUndefined()
})

test('a page whose rendering began before the catalogue changed is not shared, and doesn’t replace a later one', async () => {
  const { promise: slow, resolve: finish } = Promise.withResolvers<[string, number]>()
  const renders: Promise<[string, number]>[] = [slow, Promise.resolve(['Rs. 90', 200])]
  const { cache, look } = cacheOf(() => renders.shift() ?? Promise.reject(new Error('not asked')))
  const early = look()
  cache.markOutdated()
  expect(await look()).toBe('Rs. 90')
  finish(['Rs. 100', 200])
  expect(await early).toBe('Rs. 100')
  expect(await look()).toBe('Rs. 90')
})

test('the check of the catalogue marks the caches after a change, and pages after an outage; trouble is logged once', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const catalogue = new CatalogueCache(silent)
  const responses: { data: string | null; error: Error | null }[] = []
  const rpc = () => ({ abortSignal: async () => responses.shift() })
  const shop = { backends: { anonymous: { rpc } }, catalogue, log, stopping: new AbortController().signal }
  const marks = { catalogue: 0, pages: 0 }
  const markOutdated = catalogue.markOutdated.bind(catalogue)
  catalogue.markOutdated = () => {
    marks.catalogue += 1
    markOutdated()
  }
  // Only these parts of Shop are used.
  const check = new CatalogueCheck(shop as never, { markOutdated: () => (marks.pages += 1) }, readCatalogueVersion)
  const run = async (data: string | null) => {
    responses.push({ data, error: data === null ? new Error('down') : null })
    await check.run()
    return { ...marks }
  }
  // What was cached before the first check may be older than the version.
  expect(await run('a')).toEqual({ catalogue: 1, pages: 1 })
  expect(await run('a')).toEqual({ catalogue: 1, pages: 1 })
  await catalogue.get('categories', async () => ['Bras'])
  expect(await run('b')).toEqual({ catalogue: 2, pages: 2 })
  expect(await run(null)).toEqual({ catalogue: 2, pages: 2 })
  expect(await run(null)).toEqual({ catalogue: 2, pages: 2 })
  expect([check.failures, lines.length]).toEqual([2, 1])
  await catalogue.get('categories', () => Promise.reject(new Error('down')))
  expect(await run('b')).toEqual({ catalogue: 2, pages: 3 })
  expect(await run('b')).toEqual({ catalogue: 2, pages: 3 })
  expect(check.failures).toBe(0)
})

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'file-cache-'))
}

test('the folder of resized pictures stays within its bound, including earlier files', async () => {
  const place = folder()
  for (let name = 0; name < 10; name += 1) writeFileSync(join(place, `old-${name}`), Buffer.alloc(10_000))
  const cache = new FileCache(place, 50_000, silent)
  expect(cache.bytes).toBeLessThanOrEqual(50_000)
  for (let name = 0; name < 50; name += 1) await cache.write(`new-${name}`, Buffer.alloc(7_000))
  await expect
    .poll(() => readdirSync(place).reduce((sum, name) => sum + statSync(join(place, name)).size, 0))
    .toBeLessThanOrEqual(50_000)
  expect((await cache.read('new-49'))?.length).toBe(7_000)
  expect(await cache.read('new-0')).toBeNull()
  rmSync(place, { recursive: true })
})

test('two processes use the files of each other', async () => {
  const place = folder()
  const [one, other] = [new FileCache(place, 50_000, silent), new FileCache(place, 50_000, silent)]
  await one.write('later.avif', Buffer.alloc(10_000, 1))
  expect(await other.read('later.avif')).toEqual(Buffer.alloc(10_000, 1))
  expect(other.bytes).toBe(10_000)
  rmSync(join(place, 'later.avif'))
  expect(await other.read('later.avif')).toBeNull()
  rmSync(place, { recursive: true })
})

test('a read-only folder fails no request and is logged once', async () => {
  const place = folder()
  writeFileSync(join(place, 'file'), '')
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const cache = new FileCache(join(place, 'file', 'below'), 50_000, log)
  await cache.write('a', Buffer.alloc(10))
  await cache.write('b', Buffer.alloc(10))
  expect(await cache.read('a')).toBeNull()
  expect(lines).toHaveLength(1)
  rmSync(place, { recursive: true })
})
