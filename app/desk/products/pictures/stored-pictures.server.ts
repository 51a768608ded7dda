import { randomUUID } from 'node:crypto'
import { formatOf } from '~/platform/http/uploaded-picture.server'
import type { Backend } from '~/platform/supabase/clients.server'
import { declareBucket, publicPath, readFile, removeFiles, storeFile } from '~/platform/supabase/uploads.server'
import { inBackground } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { ALL_SIZES } from '~/shell/picture-sizes.server'

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
export interface StoredPicture {
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
