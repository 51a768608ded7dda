import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSocket, rawRequest } from '../support/raw-request.ts'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'

let shop: FragileShop
const folders: string[] = []
beforeAll(async () => {
  shop = await startFragileShop()
})
afterAll(async () => {
  await shop.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Copies the files that a release serves to another folder. */
function release(): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  folders.push(folder)
  for (const part of ['build', 'server.ts', 'package.json']) cpSync(part, join(folder, part), { recursive: true })
  mkdirSync(join(folder, 'public'))
  symlinkSync(resolve('public/pictures'), join(folder, 'public/pictures'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return folder
}

test('case 5: a missing or unreadable file is a 404 or 503, and the process keeps running', async () => {
  const folder = release()
  const client = join(folder, 'build/client')
  writeFileSync(join(client, 'pictures/gone.webp'), 'x')
  const process = await shop.startProcess({}, { release: folder })
  rmSync(join(client, 'pictures/gone.webp'))
  const gone = await fetch(`${process.url}/pictures/gone.webp`)
  expect(gone.status).toBe(404)
  expect((await fetch(`${process.url}/health/live`)).status).toBe(200)
})

test('case 5: without free file descriptors, files are a logged 503, and work again afterwards', async () => {
  const process = await shop.startProcess({}, { maxOpenFiles: 64 })
  // More than it can accept: it closes connections without a descriptor.
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(process.url)))
  for (const socket of sockets) socket.on('error', () => undefined).resume()
  await expect.poll(() => sockets.filter((socket) => socket.destroyed).length).toBeGreaterThan(20)
  const open = sockets.filter((socket) => !socket.destroyed)
  // The request's connection takes the descriptor that this one frees, so none is left for the file.
  open.pop()?.destroy()
  const request = 'GET /pictures/banner-robe.webp HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'
  await expect.poll(async () => (await rawRequest(process.url, request).catch(() => null))?.status).toBe(503)
  await expect.poll(() => process.log()).toContain('file not sent')
  for (const socket of open) socket.destroy()
  await expect.poll(async () => (await rawRequest(process.url, request).catch(() => null))?.status).toBe(200)
})

test('case 4: a picture is served when the cache isn’t writable', async () => {
  const cache = join(mkdtempSync(join(tmpdir(), 'cache-')), 'a-file')
  folders.push(cache)
  writeFileSync(cache, '')
  const process = await shop.startProcess({ SHOP_CACHE: cache })
  for (const format of ['webp', 'avif']) {
    const response = await fetch(`${process.url}/images/160/pictures/banner-robe.${format}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, `image/${format}`])
  }
  await expect.poll(() => process.log().match(/file cache not written/g)?.length).toBe(1)
})

test('case 4: made-up versions of a picture don’t exist', async () => {
  const process = await shop.startProcess()
  for (const name of [
    'pictures/banner-robe~1',
    'pictures/banner-robe~99999',
    'profilePictures/x~1',
    'review-images/y~2',
  ]) {
    expect((await fetch(`${process.url}/images/160/${name}.webp`)).status).toBe(404)
  }
})

test('case 4: pages are served while more pictures are resized than there are slots for pages', async () => {
  const process = await shop.startProcess({ MAX_RENDERS: '1', MAX_RENDERS_PER_ADDRESS: '1' })
  const names = ['banner-robe', 'banner-lace', 'banner-nightgown']
  const pictures = names.flatMap((name) =>
    [160, 320, 480, 640].map((width) => fetch(`${process.url}/images/${width}/pictures/${name}.avif`)),
  )
  for (const path of ['/login', '/cart', '/health/ready']) expect((await fetch(process.url + path)).status).toBe(200)
  const statuses = (await Promise.all(pictures)).map(({ status }) => status)
  expect([...new Set(statuses)]).toEqual([200])
})

test('case 10: a missing product is requested and rendered once', async () => {
  const process = await shop.startProcess()
  await fetch(`${process.url}/product/guest-robe`)
  const before = shop.proxy.calls.length
  for (let round = 0; round < 5; round += 1)
    expect((await fetch(`${process.url}/product/nothing-of-the-kind`)).status).toBe(404)
  const asked = shop.proxy.calls.slice(before).map(({ path }) => path)
  expect(asked.filter((path) => path.endsWith('get_product_with_colors'))).toHaveLength(1)
  expect(asked.filter((path) => path.endsWith('find_names'))).toHaveLength(1)
  const visitor = { headers: { cookie: 'addtocartItems=x' } }
  expect((await fetch(`${process.url}/product/nothing-of-the-kind`, visitor)).status).toBe(404)
  expect(shop.proxy.calls.slice(before).filter(({ path }) => path.endsWith('find_names'))).toHaveLength(1)
})

test('case 15: tabs of the previous and the next release find their scripts', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'scripts-'))
  folders.push(cache)
  const before = release()
  writeFileSync(join(before, 'build/client/assets/of-the-old-release.js'), 'export const release = "old"')
  const after = release()
  writeFileSync(join(after, 'build/client/assets/of-the-new-release.js'), 'export const release = "new"')
  const old = await shop.startProcess({ SHOP_CACHE: cache }, { release: before })
  const next = await shop.startProcess({ SHOP_CACHE: cache }, { release: after })
  const fromNext = await fetch(`${next.url}/assets/of-the-old-release.js`)
  expect([fromNext.status, await fromNext.text()]).toEqual([200, 'export const release = "old"'])
  expect(fromNext.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(fromNext.headers.get('cache-control')).toContain('immutable')
  const fromOld = await fetch(`${old.url}/assets/of-the-new-release.js`)
  expect(await fromOld.text()).toBe('export const release = "new"')
  for (const path of ['/assets/..%2f..%2fserver.ts', '/assets/.hidden.js', '/assets/none.js'])
    expect((await fetch(next.url + path)).status).toBe(404)
  expect(readdirSync(join(cache, 'scripts')).length).toBeGreaterThan(20)
})

test('every line of the log is structured, also for paths that can’t be decoded', async () => {
  const process = await shop.startProcess()
  for (const path of ['/%', '/%ff', '/product/%E0%A4%A', '/%.data', '/assets/%', '/images/320/%', '/desk/%', '/%5c'])
    expect([path, (await fetch(process.url + path)).status]).toEqual([path, 404])
  await expect.poll(() => process.log().split('"event":"request"').length).toBeGreaterThan(7)
  const lines = process.log().split('\n').filter(Boolean)
  expect(lines.filter((line) => !line.startsWith('{"level":'))).toEqual([])
})
