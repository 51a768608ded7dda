import { randomUUID } from 'node:crypto'
import type { PictureRole } from '~/catalog/picture-role'
import { attempt, inBackground } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { formatOf, MAX_PORTRAIT, readPicture } from '~/platform/http/uploaded-picture.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { declareBucket, publicPath, readFile, removeFiles, storeFile } from '~/platform/supabase/uploads.server'
import { ALL_SIZES } from '~/shell/picture-sizes.server'
import type { Operator } from '../../access/operator.server'
import { change, type Desk } from '../../desk.server'
import type { Crop, PictureChange } from './picture-fields'

/** As the bucket `products` allows it. */
const MAX_MEGABYTES = 10

/** An uploaded picture, and the file that it is made from. */
interface Upload {
  picture: Buffer
  original: Buffer
}

/** What is added to a product's pictures. */
interface Added {
  uploads: readonly Upload[]
  alt: string
  color?: string
  role?: PictureRole
  crop: Crop
}

/** What stays in sight of a picture that was cropped so, where a frame crops it further. */
const FOCUS_OF: Partial<Record<Crop, string>> = { top: '50% 0%', bottom: '50% 100%' }

/** Reads and crops uploaded pictures. Refuses all of them if one is none, in words for the operator. */
export async function readUploads(files: readonly File[], crop: Crop): Promise<Result<Upload[], string>> {
  const uploads: Upload[] = []
  for (const file of files) {
    const options = { maxMegabytes: MAX_MEGABYTES, maxSide: MAX_PORTRAIT, crop: crop === 'none' ? undefined : crop }
    const picture = await readPicture(file, options)
    if (!picture.ok) return refuse(`${file.name}: ${picture.refusal.message}`)
    uploads.push({ picture: picture.value, original: Buffer.from(await file.arrayBuffer()) })
  }
  return succeed(uploads)
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
  { uploads, alt, color, role, crop }: Added,
): Promise<Result<StoredPicture[], string>> {
  const stored = await Promise.all(uploads.map((upload) => storeUpload(db, upload)))
  const about = { alt, color_id: color ?? null, role: role ?? null, focus: FOCUS_OF[crop] ?? null }
  const added = stored.map(({ url, original }) => ({ url, original, ...about }))
  const result = await change(db, 'desk_save_pictures', { product: id, version, pictures: [...changes, ...added] })
  if (result.ok) return succeed(stored)
  const paths = stored.map(({ original }) => original)
  await attempt(context, 'refused originals not removed', () => removeOriginals(db, paths))
  return result
}

async function storeUpload(db: Operator['db'], { picture, original }: Upload) {
  const url = await storeProductPicture(db, picture)
  return { url, body: picture, original: await storeOriginal(db, original) }
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
async function storeOriginal(db: Backend, bytes: Buffer): Promise<string> {
  const format = await formatOf(bytes)
  const path = `${randomUUID()}.${format === 'jpeg' ? 'jpg' : format}`
  await storeFile(db, ORIGINALS, path, { bytes, type: `image/${format}` })
  return path
}

function removeOriginals(db: Backend, paths: readonly string[]): Promise<void> {
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
