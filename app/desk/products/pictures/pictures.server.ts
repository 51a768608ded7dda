import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { readPicture } from '~/platform/http/uploaded-picture.server'
import type { Operator } from '../../access/operator.server'
import { change, type Desk } from '../../database.server'
import { type StoredPicture, removeOriginals, storeOriginal, storeProductPicture } from './stored-pictures.server'
import type { Crop, PictureChange } from './picture-fields'

/** As the bucket `products` allows it. */
const MAX_MEGABYTES = 10

/** An uploaded picture, and the file that it is made from. */
interface Upload {
  picture: Buffer
  original: Buffer
}

/** Reads and crops uploaded pictures. Refuses all of them if one is none, in words for the operator. */
export async function readUploads(files: readonly File[], crop: Crop): Promise<Result<Upload[], string>> {
  const uploads: Upload[] = []
  for (const file of files) {
    const picture = await readPicture(file, { maxMegabytes: MAX_MEGABYTES, crop: crop === 'none' ? undefined : crop })
    if (!picture.ok) return refuse(`${file.name}: ${picture.refusal.message}`)
    uploads.push({ picture: picture.value, original: Buffer.from(await file.arrayBuffer()) })
  }
  return succeed(uploads)
}

/**
 * Saves the pictures of a product, and adds the uploaded ones after them, all with one description and colour; without a colour they show all.
 * Returns those as they are stored; refuses in words for the operator.
 */
export async function savePictures(
  context: Needs<Reporting>,
  { db }: Desk,
  { id, version }: { id: string; version: number },
  changes: PictureChange[],
  { uploads, alt, color }: { uploads: readonly Upload[]; alt: string; color?: string },
): Promise<Result<StoredPicture[], string>> {
  const stored = await Promise.all(uploads.map((upload) => storeUpload(db, upload)))
  const added = stored.map(({ url, original }) => ({ url, original, alt, color_id: color ?? null }))
  const result = await change(db, 'desk_save_pictures', { product: id, version, pictures: [...changes, ...added] })
  if (result.ok) return succeed(stored)
  const paths = stored.map(({ original }) => original)
  if (paths.length > 0) await attempt(context, 'refused originals not removed', () => removeOriginals(db, paths))
  return result
}

async function storeUpload(db: Operator['db'], { picture, original }: Upload) {
  const url = await storeProductPicture(db, picture)
  return { url, body: picture, original: await storeOriginal(db, original) }
}
