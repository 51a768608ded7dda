import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'

interface Metadata {
  cacheControl: string
  contentLength: number
  size: number
  mimetype: string
  lastModified: Date
  eTag: string
}

/** A storage adapter for lite that uses a folder: one file per object, and a file with its type and cache control. */
export class FolderStorage {
  driver = fs
  #root: string

  constructor(root: string) {
    this.#root = path.resolve(root)
  }

  #file(bucket: string, key: string): string {
    const parts = key.split('/').map((part) => encodeURIComponent(part).replaceAll('.', '%2E'))
    const file = path.resolve(this.#root, bucket, ...parts)
    if (!file.startsWith(path.join(this.#root, bucket) + path.sep)) throw new Error('That is no object name.')
    return file
  }

  async #metadata(file: string): Promise<Metadata> {
    const stat = await fs.stat(file)
    const stored = JSON.parse(await fs.readFile(`${file}.meta`, 'utf8').catch(() => '{}'))
    return {
      cacheControl: stored.cacheControl ?? 'no-cache',
      contentLength: stat.size,
      size: stat.size,
      mimetype: stored.mimetype ?? 'application/octet-stream',
      lastModified: stat.mtime,
      eTag: stored.eTag ?? `"${stat.mtimeMs}"`,
    }
  }

  async getObject(bucket: string, key: string, _version?: string, headers?: { ifNoneMatch?: string }) {
    const file = this.#file(bucket, key)
    const metadata = await this.#metadata(file)
    if (headers?.ifNoneMatch === metadata.eTag) return { httpStatusCode: 304, metadata }
    return { httpStatusCode: 200, metadata, body: Readable.toWeb(createReadStream(file)) }
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string,
    body: BodyInit,
    mimetype: string,
    cacheControl: string,
  ) {
    const file = this.#file(bucket, key)
    await fs.mkdir(path.dirname(file), { recursive: true })
    const bytes = Buffer.from(await new Response(body).arrayBuffer())
    const eTag = `"${createHash('md5').update(bytes).digest('hex')}"`
    await fs.writeFile(`${file}.new`, bytes)
    await fs.writeFile(`${file}.meta`, JSON.stringify({ mimetype, cacheControl, eTag }))
    await fs.rename(`${file}.new`, file)
    return this.#metadata(file)
  }

  async deleteObject(bucket: string, key: string) {
    const file = this.#file(bucket, key)
    await fs.rm(file, { force: true })
    await fs.rm(`${file}.meta`, { force: true })
  }

  async deleteObjects(bucket: string, keys: string[]) {
    for (const key of keys) await this.deleteObject(bucket, key)
  }

  async copyObject(bucket: string, key: string, _version: string, toBucket: string, toKey: string) {
    const [from, to] = [this.#file(bucket, key), this.#file(toBucket, toKey)]
    await fs.mkdir(path.dirname(to), { recursive: true })
    await fs.copyFile(from, to)
    await fs.copyFile(`${from}.meta`, `${to}.meta`)
    const { eTag, lastModified } = await this.#metadata(to)
    return { httpStatusCode: 200, eTag, lastModified }
  }

  headObject(bucket: string, key: string) {
    return this.#metadata(this.#file(bucket, key))
  }

  async privateAssetUrl(bucket: string, key: string) {
    return `file://${this.#file(bucket, key)}`
  }
}
