import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { describeError, type Log } from '../log.server'

/** Bounds the index in memory. */
const MAX_FILES = 100_000

/** A file that is sent in parts, without being in memory. */
export interface FileInParts {
  /** In bytes. */
  size: number
  /** Returns the bytes from `first` to `last`. */
  part: (first: number, last: number) => BodyInit
}

/**
 * An LRU cache of files in a folder, bounded in bytes. Files from earlier processes are part of it. If the folder can't be written,
 * nothing is cached and the first failure is logged.
 */
export class FileCache {
  #folder: string
  #log: Log
  #sizes: LRUCache<string, number>
  #hasFailed = false

  /** `maxBytes` bounds the folder, which may lie in memory (tmpfs). */
  constructor(folder: string, maxBytes: number, log: Log) {
    this.#folder = folder
    this.#log = log
    this.#sizes = new LRUCache({
      max: MAX_FILES,
      maxSize: maxBytes,
      sizeCalculation: (size) => Math.max(1, size),
      dispose: (_size, name, reason) => {
        if (reason !== 'set') void rm(join(folder, name), { force: true }).catch((error: unknown) => this.#fail(error))
      },
    })
    this.#findFiles()
  }

  /** How many bytes the folder holds. */
  get bytes(): number {
    return this.#sizes.calculatedSize
  }

  /** Returns a file's bytes, or null when it isn't cached. Another process that shares the folder may have written or removed it. */
  async read(name: string): Promise<Buffer | null> {
    const body = await readFile(join(this.#folder, name)).catch(() => null)
    if (body && this.#sizes.get(name) === undefined) this.#sizes.set(name, body.length)
    return body
  }

  /** Returns a file to send, or null when it isn't cached. */
  async open(name: string): Promise<FileInParts | null> {
    const path = join(this.#folder, name)
    const found = await stat(path).catch(() => null)
    if (!found) return null
    if (this.#sizes.get(name) === undefined) this.#sizes.set(name, found.size)
    return {
      size: found.size,
      // The types of Node's web streams and of the browser's differ.
      part: (start, end) => Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>,
    }
  }

  /** Writes a file atomically, and removes others if the folder grows too large. Never throws. */
  async write(name: string, body: Buffer): Promise<void> {
    const draft = join(this.#folder, `${randomUUID()}.draft`)
    try {
      makeFolder(this.#folder)
      await writeFile(draft, body)
      await rename(draft, join(this.#folder, name))
      this.#sizes.set(name, body.length)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined)
      this.#fail(error)
    }
  }

  #findFiles(): void {
    try {
      makeFolder(this.#folder)
      const files = readdirSync(this.#folder).map((name) => ({ name, stat: statSync(join(this.#folder, name)) }))
      for (const { name, stat } of files.sort((a, b) => a.stat.mtimeMs - b.stat.mtimeMs)) {
        if (name.endsWith('.draft')) rmSync(join(this.#folder, name), { force: true })
        else this.#sizes.set(name, stat.size)
      }
    } catch (error) {
      this.#fail(error)
    }
  }

  #fail(error: unknown): void {
    if (!this.#hasFailed) this.#log.warn({ event: 'file cache not written', ...describeError(error) })
    this.#hasFailed = true
  }
}

/**
 * Makes a folder, and those above it, one by one: Node never returns from making several below one that can't have any, as in /proc.
 * Throws if it can't be made.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(resolve(folder)))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it.
    if (!existsSync(folder)) throw error
  }
}
