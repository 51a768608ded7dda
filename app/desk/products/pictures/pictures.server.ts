import { randomUUID } from 'node:crypto'
import type { PictureRole } from '~/catalog/picture-role'
import { attempt, inBackground } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import {
  attentionIn,
  formatOf,
  MAX_PORTRAIT,
  MEGABYTE,
  readPicture,
  sizeOfPicture,
  type UploadRefusal,
} from '~/platform/http/uploaded-picture.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { declareBucket, publicPath, readFile, removeFiles, storeFile } from '~/platform/supabase/uploads.server'
import { ALL_SIZES } from '~/shell/picture-sizes.server'
import type { Operator } from '../../access/operator.server'
import { change, type Desk } from '../../desk.server'
import type { Crop, PictureChange } from './picture-fields'

/** As a form takes a file (read-body.server.ts). */
const MAX_MEGABYTES = 15
/** A larger original is kept scaled down: the bucket `originals` takes 10 MB, and a part of it is cut out at its full size. */
const MAX_ORIGINAL_BYTES = 10 * MEGABYTE
const MAX_ORIGINAL_PIXELS = 40_000_000
/** The longer side of such an original, in pixels. */
const SCALED_SIDE = 4000

/** An uploaded picture, and the file that it is made from. */
interface Upload {
  picture: Buffer
  original: Buffer
  /** The point that stays in sight where a frame crops it; null for the middle. */
  focus: string | null
}

/** What is added to a product's pictures. */
interface Added {
  uploads: readonly Upload[]
  alt: string
  color?: string
  role?: PictureRole
}

/** Reads and crops uploaded pictures. Refuses all of them if one is none, in words for the operator. */
export async function readUploads(files: readonly File[], crop: Crop): Promise<Result<Upload[], string>> {
  const uploads: Upload[] = []
  for (const file of files) {
    const made = await cropPicture(file, crop)
    if (!made.ok) return refuse(`${file.name}: ${made.refusal.message}`)
    const original = await originalOf(file)
    if (!original.ok) return refuse(`${file.name}: ${original.refusal.message}`)
    uploads.push({ ...made.value, original: original.value })
  }
  return succeed(uploads)
}

/** Makes a picture for the shop of an uploaded file, or of an original. */
export async function cropPicture(
  file: File,
  crop: Crop,
): Promise<Result<Pick<Upload, 'picture' | 'focus'>, UploadRefusal>> {
  const options = { maxMegabytes: MAX_MEGABYTES, maxSide: MAX_PORTRAIT, crop: crop === 'none' ? undefined : crop }
  const picture = await readPicture(file, options)
  return picture.ok ? succeed({ picture: picture.value, focus: await focusOf(picture.value, crop) }) : picture
}

/**
 * Saves the pictures of a product, and adds the uploaded ones after them, all with one description, colour and role; without a colour they
 * show all.
 * Returns those as they are stored; refuses in words for the operator.
 */
export async function savePictures(
  context: Needs<Reporting>,
  { db }: Desk,
  { id, version }: { id: string; version: number },
  changes: PictureChange[],
  { uploads, alt, color, role }: Added,
): Promise<Result<StoredPicture[], string>> {
  const stored = await Promise.all(uploads.map((upload) => storeUpload(db, upload)))
  const about = { alt, color_id: color ?? null, role: role ?? null }
  const added = stored.map(({ url, original, focus }) => ({ url, original, focus, ...about }))
  const result = await change(db, 'desk_save_pictures', { product: id, version, pictures: [...changes, ...added] })
  if (result.ok) return succeed(stored)
  const paths = stored.map(({ original }) => original)
  await attempt(context, 'refused originals not removed', () => removeOriginals(db, paths))
  return result
}

/** Returns what is kept of an uploaded file. Throws for what is no picture. */
export async function originalOf(file: File): Promise<Result<Buffer, UploadRefusal>> {
  const bytes = Buffer.from(await file.arrayBuffer())
  const { width, height } = await sizeOfPicture(bytes)
  if (bytes.length <= MAX_ORIGINAL_BYTES && width * height <= MAX_ORIGINAL_PIXELS) return succeed(bytes)
  return readPicture(file, { maxMegabytes: MAX_MEGABYTES, maxSide: SCALED_SIDE })
}

/** Returns the focus point of a picture that was cropped so, where a frame crops it further. */
async function focusOf(picture: Buffer, crop: Crop): Promise<string | null> {
  if (crop === 'attention') return `50% ${await attentionIn(picture)}%`
  return crop === 'top' ? '50% 0%' : crop === 'bottom' ? '50% 100%' : null
}

async function storeUpload(db: Operator['db'], { picture, original, focus }: Upload) {
  const url = await storeProductPicture(db, picture)
  return { url, body: picture, focus, original: await storeOriginal(db, original) }
}

/** Pictures as the shop shows them; public. */
const PICTURES = declareBucket('products')
/** The files that they are made from; private. */
const ORIGINALS = declareBucket('originals')

/** Stores a product's picture under a random name, with an operator's rights. Returns the path of its public URL. */
export async function storeProductPicture(db: Backend, picture: Buffer): Promise<string> {
  const path = `${randomUUID()}.webp`
  await storeFile(db, PICTURES, path, { bytes: picture, type: 'image/webp' })
  return publicPath(PICTURES, path)
}

/** Stores the file that a product's picture is made from under a random name, and returns its path. */
export async function storeOriginal(db: Backend, bytes: Buffer): Promise<string> {
  const format = await formatOf(bytes)
  const path = `${randomUUID()}.${format === 'jpeg' ? 'jpg' : format}`
  await storeFile(db, ORIGINALS, path, { bytes, type: `image/${format}` })
  return path
}

export function removeOriginals(db: Backend, paths: readonly string[]): Promise<void> {
  return removeFiles(db, ORIGINALS, paths)
}

/** Returns an original, or null if it is missing. Throws for a file in a format that uploads can't have: storage checks the declared type only. */
export async function readOriginal(db: Backend, path: string): Promise<Buffer | null> {
  const bytes = await readFile(db, ORIGINALS, path)
  if (bytes) await formatOf(bytes)
  return bytes
}

/** A picture that was just stored, by the path of its public URL. */
interface StoredPicture {
  url: string
  body: Buffer
}

/**
 * Makes all sizes of new pictures after the response, so that no shopper waits for them in this process. One at a time, so that pictures
 * that visitors ask for come between; what is left at shutdown is made when it is asked for.
 */
export function makeAllSizes(
  context: Needs<'background' | 'pictures' | 'stopping' | Reporting>,
  pictures: readonly StoredPicture[],
): void {
  inBackground(context, 'sizes of pictures not made', async () => {
    for (const { url, body } of pictures) {
      const name = url.replace('/storage/v1/object/public/', '')
      for (const { size, format } of ALL_SIZES) {
        if (context.stopping.aborted) return
        await context.pictures.resized(name, size, format, async () => body)
      }
    }
  })
}
