import { createHash } from 'node:crypto'
import { bulkhead, isBulkheadRejectedError } from 'cockatiel'
import type Sharp from 'sharp'
import { FileCache, type FileInParts } from './cache/file-cache.server'
import type { Log } from './log.server'

export type PictureFormat = 'avif' | 'webp' | 'jpg'

/** In pixels. With a height, the picture is fitted into a box of exactly this size. */
export interface PictureSize {
  width: number
  height?: number
  /** Strong compression, for the lite version. */
  isLite?: true
}

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const
/** Fills transparent areas, and the box around a picture with another aspect ratio. */
export const BACKGROUND = '#efe5de'
const MAX_PIXELS = 40_000_000
/** The largest picture takes 90 MB and one core. When the queue is full, visitors are asked to try again. */
const PICTURES_AT_ONCE = 1
const MAX_WAITING = 200
const pictureWork = bulkhead(PICTURES_AT_ONCE, MAX_WAITING)

let loading: Promise<typeof Sharp> | undefined

/**
 * Loads sharp for the first picture: starts are shorter without it, and the server's commands make no pictures. Throws if its binaries
 * don't fit this system.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // One thread for each picture, since the other cores serve pages.
    sharp.concurrency(1)
    // Disables the cache of libvips: resized pictures are cached on disk.
    sharp.cache(false)
    return sharp
  })
  return loading
}

/** The queue of pictures is full. */
export class PicturesBusy extends Error {
  override name = 'PicturesBusy'
}

/** Runs work on a picture, one picture at a time in this process. Throws PicturesBusy, or what `work` throws. */
export async function workOnPicture<Made>(work: () => Promise<Made>): Promise<Made> {
  try {
    return await pictureWork.execute(work)
  } catch (error) {
    throw isBulkheadRejectedError(error) ? new PicturesBusy('Too many pictures wait.', { cause: error }) : error
  }
}

export function pictureType(format: PictureFormat): string {
  return TYPES[format]
}

/** Resizes pictures (single flight) and caches them on disk. */
export class Pictures {
  #files: FileCache
  #making = new Map<string, Promise<Buffer | null>>()

  /** Resized pictures are cached in `folder`, up to `maxBytes`. */
  constructor(folder: string, maxBytes: number, log: Log) {
    this.#files = new FileCache(folder, maxBytes, log)
  }

  /**
   * Returns a picture in one size and format, or null when `readOriginal` returns null. Throws PicturesBusy, or what `readOriginal`
   * throws.
   */
  async resized(
    name: string,
    size: PictureSize,
    format: PictureFormat,
    readOriginal: () => Promise<Buffer | null>,
  ): Promise<Buffer | null> {
    const file = `${createHash('sha256')
      .update(`${name}|${Object.values(size).join('x')}`)
      .digest('hex')
      .slice(0, 32)}.${format}`
    const cached = await this.#files.read(file)
    if (cached) return cached
    return this.#make(file, () =>
      workOnPicture(async () => {
        const original = await readOriginal()
        return original && resize(original, size, format)
      }),
    )
  }

  /** Returns a file as it is stored, such as a video, or null when `readStored` returns null. Throws what `readStored` throws. */
  async unchanged(file: string, readStored: () => Promise<Buffer | null>): Promise<FileInParts | null> {
    const cached = await this.#files.open(file)
    if (cached) return cached
    const body = await this.#make(file, readStored)
    // If the folder can't be written, the file is sent from memory.
    return (
      body &&
      ((await this.#files.open(file)) ?? {
        size: body.length,
        part: (first, last) => new Uint8Array(body.subarray(first, last + 1)),
      })
    )
  }

  /** Makes a file once for all that ask for it meanwhile, and caches it. */
  #make(file: string, make: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const running = this.#making.get(file)
    if (running) return running
    const made = (async () => {
      const body = await make()
      if (body) await this.#files.write(file, body)
      return body
    })().finally(() => this.#making.delete(file))
    this.#making.set(file, made)
    return made
  }
}

const QUALITIES = { full: { avif: 50, webp: 74, jpg: 76 }, lite: { avif: 32, webp: 40, jpg: 45 } }

async function resize(original: Buffer, { isLite, ...size }: PictureSize, format: PictureFormat): Promise<Buffer> {
  const sharp = await loadSharp()
  const quality = QUALITIES[isLite ? 'lite' : 'full'][format]
  const fit = size.height ? { fit: 'contain' as const, background: BACKGROUND } : { withoutEnlargement: true }
  const picture = sharp(original, { limitInputPixels: MAX_PIXELS })
    .rotate()
    .resize({ ...size, ...fit })
  if (format === 'avif') return picture.avif({ quality, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer()
  if (format === 'webp') return picture.webp({ quality }).toBuffer()
  return picture.flatten({ background: BACKGROUND }).jpeg({ quality, mozjpeg: true }).toBuffer()
}
