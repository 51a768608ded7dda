import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { MEGABYTE } from '~/platform/http/uploaded-picture.server'
import { refuse, type Result } from '~/platform/result'
import { declareBucket, removeFiles, storeFile } from '~/platform/supabase/uploads.server'
import { change, type Desk, read } from '../../desk.server'
import { version } from '../../form/form-fields'
import { MAX_MEGABYTES, videoProblem } from './video-file'

const VIDEOS = declareBucket('videos')

export const videoSchema = z.object({
  version,
  video: z
    .instanceof(File, { error: 'Please choose a video.' })
    .refine(({ size }) => size > 0, 'Please choose a video.'),
})

/** Returns the name of a product's video, or null. */
export const readVideo = ({ db }: Desk, product: string) =>
  read(db, 'desk_product_video', { product }, z.string().nullable())

/** Shows an uploaded video of a product. Refuses in words for the operator. */
export async function saveVideo(
  context: Needs<Reporting>,
  { db }: Desk,
  product: string,
  { version: seen, video }: z.output<typeof videoSchema>,
): Promise<Result<null, string> & { status?: 400 }> {
  if (video.size > MAX_MEGABYTES * MEGABYTE) return { ...refuse(`Videos may have ${MAX_MEGABYTES} MB.`), status: 400 }
  const bytes = Buffer.from(await video.arrayBuffer())
  const problem = videoProblem(bytes)
  if (problem !== null) return { ...refuse(problem), status: 400 }
  const path = `${randomUUID()}.mp4`
  await storeFile(db, VIDEOS, path, { bytes, type: 'video/mp4' })
  const saved = await change(db, 'desk_save_video', { product, version: seen, path })
  if (!saved.ok) await attempt(context, 'refused video not removed', () => removeFiles(db, VIDEOS, [path]))
  return saved
}

/** Shows no video of a product any more. Its file is listed for removal. Refuses in words for the operator. */
export const removeVideo = ({ db }: Desk, product: string, seen: number) =>
  change(db, 'desk_save_video', { product, version: seen, path: null })
