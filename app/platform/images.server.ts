import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Formats pictures are served in. */
export type PictureFormat = 'avif' | 'webp' | 'jpg'

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const
const MOST_BYTES = 512 * 1024 * 1024
const MOST_PIXELS = 40_000_000
const making = new Map<string, Promise<Buffer>>()
sharp.concurrency(1)

/** The media type of a format. */
export function pictureType(format: PictureFormat): string {
  return TYPES[format]
}

/**
 * A picture in one width and format: made once, kept on disk under `folder`, and made by one request at a time.
 * `readOriginal` answers null when there is no such picture.
 */
export async function resizedPicture(
  folder: string,
  name: string,
  width: number,
  format: PictureFormat,
  readOriginal: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const file = join(folder, `${createHash('sha256').update(`${name}|${width}`).digest('hex').slice(0, 32)}.${format}`)
  const kept = await readFile(file).catch(() => null)
  if (kept) return kept
  const running = making.get(file)
  if (running) return running
  const original = await readOriginal()
  if (!original) return null
  const made = make(original, width, format)
    .then(async (body) => {
      await mkdir(folder, { recursive: true })
      await writeFile(`${file}.${process.pid}`, body)
      await rename(`${file}.${process.pid}`, file)
      await keepBounded(folder)
      return body
    })
    .finally(() => making.delete(file))
  making.set(file, made)
  return made
}

function make(original: Buffer, width: number, format: PictureFormat): Promise<Buffer> {
  const picture = sharp(original, { limitInputPixels: MOST_PIXELS })
    .rotate()
    .resize({ width, withoutEnlargement: true })
  if (format === 'avif') return picture.avif({ quality: 50, effort: 2 }).toBuffer()
  if (format === 'webp') return picture.webp({ quality: 74 }).toBuffer()
  return picture.flatten({ background: '#efe5de' }).jpeg({ quality: 76, mozjpeg: true }).toBuffer()
}

let writes = 0

/** Every hundredth picture, the oldest go until the folder is small enough again. */
async function keepBounded(folder: string): Promise<void> {
  writes += 1
  if (writes % 100 !== 0) return
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const { size, atimeMs } = await stat(join(folder, name))
      return { path: join(folder, name), size, atimeMs }
    }),
  )
  let bytes = files.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size } of files.sort((a, b) => a.atimeMs - b.atimeMs)) {
    if (bytes <= MOST_BYTES) return
    await unlink(path)
    bytes -= size
  }
}
