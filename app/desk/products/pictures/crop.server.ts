import { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import { cutPicture, sizeOfPicture } from '~/platform/http/uploaded-picture.server'
import { refuse, type Result } from '~/platform/result'
import { RATIOS, type Ratio } from '~/ui/ratio'
import { change, type Desk, read } from '../../desk.server'
import { isId } from '../../desk-page'
import { ids, maybeTexts, numbers, texts } from '../../rows'
import { boxOf, parsePart, partText, type Part } from './picture-part'
import { readOriginal, storeProductPicture } from './pictures.server'

/** The width of the original on its page in pixels; it is shown smaller, for sharp screens. */
const VIEW_WIDTH = 640
/** The height of the preview, in pixels. */
const PREVIEW_HEIGHT = 600

const pictureSchema = z.object({
  ...ids('id', 'product'),
  ...numbers('version'),
  /** `original` is the path of its original. */
  ...texts('url', 'original', 'name'),
  ...maybeTexts('alt'),
  ratio: z.enum(RATIOS),
  part: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : parsePart(text))),
})
export type CroppedPicture = z.infer<typeof pictureSchema>

/** Returns a product's picture whose original is kept, or null. The parameters are those of its address. */
export async function readCroppedPicture(
  { db }: Desk,
  { id: product, picture }: { id?: string; picture?: string },
): Promise<CroppedPicture | null> {
  if (!isId(picture)) return null
  const found = await read(db, 'desk_picture', { id: picture }, pictureSchema.nullable())
  return found?.product === product ? found : null
}

/** Returns the original in the size of its page, as WebP; null if it is missing. Throws PicturesBusy. */
export async function viewOfOriginal(
  { pictures }: Needs<'pictures'>,
  { db }: Desk,
  { original }: CroppedPicture,
): Promise<{ body: Buffer; width: number; height: number } | null> {
  const body = await pictures.resized(`originals/${original}`, { width: VIEW_WIDTH }, 'webp', () =>
    readOriginal(db, original),
  )
  return body && { body, ...(await sizeOfPicture(body)) }
}

/** Returns a part of the original as the shop would show it, as WebP; null if the original is missing. Throws PicturesBusy. */
export async function previewPart(
  { db }: Desk,
  { original, ratio }: CroppedPicture,
  part: Part,
): Promise<Buffer | null> {
  const bytes = await readOriginal(db, original)
  return bytes && cut(bytes, ratio, part, PREVIEW_HEIGHT)
}

function cut(bytes: Buffer, ratio: Ratio, part: Part, maxHeight?: number): Promise<Buffer> {
  return cutPicture(bytes, ratio, (size) => boxOf(part, ratio, size), maxHeight)
}

/** Shows another part of the original. Returns the new picture's bytes and path, refuses in words for the operator. Throws PicturesBusy. */
export async function cropPicture(
  { db }: Desk,
  { id, product, original, ratio }: CroppedPicture,
  { version, part }: { version: number; part: Part },
): Promise<Result<{ url: string; body: Buffer }, string>> {
  const bytes = await readOriginal(db, original)
  if (!bytes) return refuse('The original of this picture is gone. Please upload it again.')
  const body = await cut(bytes, ratio, part)
  const url = await storeProductPicture(db, body)
  const result = await change(db, 'desk_crop_picture', { product, version, picture: id, url, part: partText(part) })
  return result.ok ? { ok: true, value: { url, body } } : result
}
