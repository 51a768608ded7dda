import { refuse, succeed, type Result } from '~/platform/result'
import { storeProductPicture } from '~/platform/supabase/uploads.server'
import { readPicture } from '~/platform/uploaded-picture.server'
import type { Operator } from '../../access/operator.server'
import { resultOf } from '../../result-of.server'
import type { Crop, PictureChange } from './picture-fields'
import type { ProductMark } from '../products.server'

/** As the bucket `products` allows it. */
const MAX_MEGABYTES = 10

/** Reads and crops uploaded pictures. Refuses all of them if one is none, in words for the operator. */
export async function readUploads(files: readonly File[], crop: Crop): Promise<Result<Buffer[], string>> {
  const pictures: Buffer[] = []
  for (const file of files) {
    const picture = await readPicture(file, { maxMegabytes: MAX_MEGABYTES, crop: crop === 'none' ? undefined : crop })
    if (!picture.ok) return refuse(`${file.name}: ${picture.refusal.message}`)
    pictures.push(picture.value)
  }
  return succeed(pictures)
}

/** Uploaded pictures, which show the same: `color` is the ID of a colour, or missing for all. */
export interface NewPictures {
  pictures: readonly Buffer[]
  alt: string
  color: string | undefined
}

/** Saves the pictures of a product, and adds the uploaded ones after them. Refuses in words for the operator. */
export async function savePictures(
  { db }: Pick<Operator, 'db'>,
  { id, version }: ProductMark,
  changes: PictureChange[],
  { pictures, alt, color }: NewPictures,
): Promise<Result<null, string>> {
  const urls = await Promise.all(pictures.map((picture) => storeProductPicture(db, picture)))
  const added = urls.map((url) => ({ url, alt, color_id: color ?? null }))
  const { error } = await db.rpc('desk_save_pictures', {
    p_product: id,
    p_version: version,
    p_pictures: [...changes, ...added],
  })
  return resultOf(error)
}
