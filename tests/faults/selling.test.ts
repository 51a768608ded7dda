import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addToCart } from '../support/checkout.ts'
import { operatorOf } from '../support/desk.ts'
import { startFragileShop, type FragileShop, type ShopProcess } from '../support/fragile-shop.ts'
import { dom } from '../support/page-dom.ts'
import { openSocket } from '../support/raw-request.ts'
import { Visitor } from '../support/visitor.ts'

// The product feed while the backend is down, and the funnel across processes that end.

let shop: FragileShop
beforeAll(async () => {
  shop = await startFragileShop()
})
const folders: string[] = []
afterAll(async () => {
  await shop.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'feed-'))
  folders.push(folder)
  return folder
}

test('without a backend the last whole feed is sent; a feed that fails half-way is never seen (SF-02)', async () => {
  const { url } = await shop.startProcess()
  const read = async () => {
    const response = await fetch(`${url}/feeds/products.xml`)
    return { status: response.status, xml: await response.text() }
  }
  shop.proxy.fault = { path: /product_feed/, kind: 'truncated' }
  expect((await read()).status).toBeGreaterThanOrEqual(500)
  shop.proxy.fault = null
  const whole = await read()
  expect([whole.status, whole.xml.endsWith('</channel></rss>\n')]).toEqual([200, true])
  shop.proxy.fault = { path: /catalogue_version|product_feed/, kind: 'status' }
  expect(await read()).toEqual(whole)
  shop.proxy.fault = null
})

/** How many files of a folder a process has open. */
const openFiles = (pid: number | undefined, folder: string) =>
  readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`).startsWith(folder)
    } catch {
      // Closed meanwhile.
      return false
    }
  }).length

test('downloads of the product feed that are aborted leave no file open', async () => {
  const cache = makeFolder()
  const { url, process } = await shop.startProcess({ SHOP_CACHE: cache })
  await (await fetch(`${url}/feeds/products.xml`)).arrayBuffer()
  const [name = ''] = readdirSync(join(cache, 'feeds'))
  // More than the buffers between shop and client hold.
  writeFileSync(join(cache, 'feeds', name), gzipSync(randomBytes(24 * 2 ** 20).toString('hex')))
  const abort = async (place: number) => {
    const socket = await openSocket(url)
    socket.on('error', () => undefined)
    const encoding = place % 2 === 0 ? 'gzip' : 'identity'
    socket.write(
      `GET /feeds/products.xml HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\nx-forwarded-for: 198.51.100.${place}\r\n\r\n`,
    )
    // A third ends before the shop responds.
    if (place % 3 > 0) await once(socket, 'data')
    socket.destroy()
  }
  for (let place = 0; place < 60; place += 6) await Promise.all([0, 1, 2, 3, 4, 5].map((more) => abort(place + more)))
  await expect.poll(() => openFiles(process.pid, cache), { timeout: 10_000 }).toBe(0)
})

test('the product feed is sent without being stored while the folder takes no files', async () => {
  const cache = join(makeFolder(), 'a-file')
  writeFileSync(cache, '')
  const { url, log } = await shop.startProcess({ SHOP_CACHE: cache })
  const stored = await shop.startProcess()
  const whole = await (await fetch(`${stored.url}/feeds/products.xml`)).text()
  for (const encoding of ['identity', 'gzip']) {
    const response = await fetch(`${url}/feeds/products.xml`, { headers: { 'accept-encoding': encoding } })
    const xml = await response.text()
    expect([response.status, xml.replaceAll(url, stored.url) === whole]).toEqual([200, true])
  }
  expect(log()).toContain('product feed not written')
})

const VIEW = { 'user-agent': 'Mozilla/5.0 (Linux; Android 13) Chrome/120.0 Mobile Safari/537.36' }

/** Opens pages of one process as browsers and robots do: four views, a page fetched ahead, a product in the cart. */
async function browse({ url }: ShopProcess): Promise<void> {
  const path = `${url}/product/satin-nightgown-with-lace-hem`
  for (const headers of [VIEW, VIEW, { ...VIEW, cookie: 'other=1' }, { ...VIEW, 'sec-purpose': 'prefetch' }])
    expect((await fetch(path, { headers })).status).toBe(200)
  await fetch(path, { headers: { 'user-agent': 'Googlebot/2.1' } })
  const visitor = new Visitor(url)
  await addToCart(visitor, 'satin-nightgown-with-lace-hem')
  expect((await visitor.get('/cart')).html).toContain('satin-nightgown-with-lace-hem')
}

test('two processes count one funnel, tell the last of it as they end, and lose nothing to a backend that fails (SF-05)', async () => {
  const first = await shop.startProcess({ FUNNEL_SECONDS: '1' })
  const second = await shop.startProcess({ FUNNEL_SECONDS: '3600' })
  shop.proxy.fault = { path: /count_funnel/, kind: 'status' }
  await Promise.all([browse(first), browse(second)])
  await expect.poll(() => first.log().includes('funnel not counted'), { timeout: 20_000 }).toBe(true)
  shop.proxy.fault = null
  for (const { process } of [first, second]) {
    const ended = new Promise((resolve) => process.once('exit', resolve))
    process.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
  const { url } = await shop.startProcess()
  const desk = await operatorOf(shop.settings, url, 'funnel@example.com')
  const row = dom(await desk.get('/desk/funnel')).querySelector('tbody tr')
  const figures = row?.querySelectorAll('td').map(({ text }) => text.trim())
  expect(figures?.slice(0, 3)).toEqual(['8', '2', '2'])
})
