import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pipeline as pipeStreams, Readable, type Duplex } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { version } from '../../package.json'
import { readCatalogueVersion } from '~/catalog/catalog.server'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { makeFolder } from '~/platform/cache/file-cache.server'
import { SingleFlight } from '~/platform/cache/single-flight.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { feedFrame, feedItems, type FeedShop } from './feed-items'
import { feedPages } from './feed-rows.server'

type Feed = Needs<'backends' | 'catalogue' | 'settings' | 'stopping' | Reporting>

/** A whole feed on disk, compressed. Its name is that of what it was made from. */
export interface FeedFile {
  path: string
  tag: string
  bytes: number
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
const writing = new SingleFlight<FeedFile>()

/**
 * Returns the feed of the catalogue as it is: written once for each version of the catalogue, and by one process that shares the folder
 * for all (decision 176). While the backend fails, returns the last one; throws without one. Returns null while no file can be written,
 * such as on a full disk: it is then sent by `streamFeed`.
 */
export async function currentFeed(context: Feed): Promise<FeedFile | null> {
  const { settings, log } = context
  const folder = join(settings.SHOP_CACHE, 'feeds')
  try {
    const name = hash(
      JSON.stringify([await readCatalogueVersion(context), version, settings.PUBLIC_URL, settings.BRAND_NAME]),
    )
    const path = join(folder, `${name}.xml.gz`)
    return (await findFile(path)) ?? (await writing.run(path, () => writeFeed(context, folder, path)))
  } catch (error) {
    const isOfFiles = error instanceof Error && 'syscall' in error
    const last = isOfFiles ? null : await newestIn(folder)
    if (!last && !isOfFiles) throw error
    log.warn({ event: 'product feed not written', ...describeError(error) })
    return last
  }
}

/** Returns the bytes of a feed as a stream, decompressed unless `isCompressed`. */
export async function readFeed({ path }: FeedFile, isCompressed: boolean): Promise<ReadableStream<Uint8Array>> {
  // Once it is open, it may be removed.
  const file = (await open(path)).createReadStream()
  return asBody(isCompressed ? [file] : [file, createGunzip()])
}

/** Returns the bytes of the feed as it is made, a page of products at a time. Throws if the backend fails before that. */
export async function streamFeed(context: Feed, isCompressed: boolean): Promise<ReadableStream<Uint8Array>> {
  const text = Readable.from(feedText(context, await feedShop(context)))
  return asBody(isCompressed ? [text, createGzip()] : [text])
}

/** Returns the end of connected streams as a body. Whichever ends early ends the others, so that an aborted download leaves no file open. */
function asBody(streams: readonly [Readable, ...Duplex[]]): ReadableStream<Uint8Array> {
  const [body] = streams.toReversed()
  if (streams.length > 1) pipeStreams([...streams], () => undefined)
  return Readable.toWeb(body ?? streams[0]) as ReadableStream<Uint8Array>
}

async function feedShop(context: Feed): Promise<FeedShop> {
  const delivery = await readDeliveryTerms(context)
  if (!delivery) throw new Error('No product feed: the terms of delivery are missing.')
  const { PUBLIC_URL: origin, BRAND_NAME: brand } = context.settings
  return { origin, brand, delivery }
}

/** Writes the feed a page of products at a time, and removes older ones. A feed that fails half-way is never seen. */
async function writeFeed(context: Feed, folder: string, path: string): Promise<FeedFile> {
  makeFolder(folder)
  const shop = await feedShop(context)
  const draft = join(folder, `${randomUUID()}.draft`)
  try {
    await pipeline(feedText(context, shop), createGzip(), createWriteStream(draft))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const written = await findFile(path)
  if (!written) throw new Error('The product feed was removed while it was written.')
  const older = (await readdir(folder))
    .map((name) => join(folder, name))
    .filter((one) => one.endsWith('.gz') && one !== path)
  await Promise.all(older.map((one) => rm(one, { force: true })))
  return written
}

async function* feedText({ backends }: Feed, shop: FeedShop): AsyncGenerator<string> {
  const [head, end] = feedFrame(shop)
  yield head
  for await (const rows of feedPages(backends.anonymous)) yield rows.map((row) => feedItems(row, shop)).join('')
  yield end
}

async function findFile(path: string): Promise<FeedFile | null> {
  const found = await stat(path).catch(() => null)
  return found && { path, bytes: found.size, tag: path.slice(-39, -7) }
}

async function newestIn(folder: string): Promise<FeedFile | null> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.xml.gz'))
  const files = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })))
  const [newest] = files.toSorted((a, b) => b.at - a.at)
  return newest ? findFile(join(folder, newest.name)) : null
}
