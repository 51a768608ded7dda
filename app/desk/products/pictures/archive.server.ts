import { createHash } from 'node:crypto'
import { z } from 'zod'
import { inBackground } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { refuse, type Result } from '~/platform/result'
import { counted, cutText } from '~/platform/text'
import type { Operator } from '../../access/operator.server'
import { change, type Desk, make, read } from '../../desk.server'
import { listZip, type ZipBudget, type ZippedFile } from '../../import/zip.server'
import { ids, flags, maybeTexts, numbers, texts } from '../../rows'
import { CROPS, type Crop } from './picture-fields'
import {
  cropPicture,
  makeAllSizes,
  originalOf,
  readOriginal,
  storeOriginal,
  storeProductPicture,
} from './pictures.server'

const MB = 1024 ** 2
/** Pictures are packed already, so unpacked they are hardly more than a form takes. Folders of systems count as files. */
const BUDGET: ZipBudget = { files: 1_000, bytes: 64 * MB, fileBytes: 15 * MB }
export const MAX_PICTURES = 200

/** What systems add to archives, which nobody means. */
const isJunk = ({ name }: ZippedFile) => {
  const parts = name.split(/[/\\]/)
  const last = parts.at(-1) ?? ''
  return parts.includes('__MACOSX') || last.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(last)
}

const headSchema = z.object({
  ...ids('id'),
  ...texts('file_name', 'made_at', 'by'),
  ...maybeTexts('started_at'),
  ...numbers('total', 'waiting'),
})
/** An archive of pictures; `waiting` are those of its files that are to become pictures. */
export type ArchiveHead = z.infer<typeof headSchema>

const archiveSchema = headSchema.extend({
  files: z.array(
    z.object({
      ...texts('name'),
      ...maybeTexts('product_id', 'product', 'color', 'problem'),
      ...flags('is_done'),
      number: z.number().nullable(),
    }),
  ),
})
export type Archive = z.infer<typeof archiveSchema>

export const listArchives = ({ db }: Desk) => read(db, 'desk_archives', {}, z.array(headSchema))

export const readArchive = ({ db }: Desk, id: string) => read(db, 'desk_archive', { id }, archiveSchema.nullable())

/** Keeps the files of an archive, and matches them with products. Returns its ID; refuses in words for the operator. */
export async function storeArchive({ db }: Desk, file: File, crop: Crop): Promise<Result<string, string>> {
  const listed = await listZip(file, BUDGET)
  if (!listed.ok) return listed
  const pictures = listed.value.filter((one) => !isJunk(one))
  if (pictures.length === 0) return refuse('There is no picture in it.')
  if (pictures.length > MAX_PICTURES)
    return refuse(`It has ${counted(pictures.length, 'file')}. Please send at most ${MAX_PICTURES} at once.`)
  const files = []
  for (const picture of pictures) files.push(await keepPicture(db, picture))
  return make(db, 'desk_store_archive', { file: cutText(file.name, -200) || 'pictures.zip', crop, files })
}

/** Stores a file as an original. One that is no picture doesn't stop the others. */
async function keepPicture(db: Operator['db'], zipped: ZippedFile) {
  const name = cutText(zipped.name, -200) || '?'
  const unread = (problem: string) => ({ name, problem, original: null, digest: null })
  if (zipped.problem) return unread(zipped.problem)
  let file: File
  let kept: Awaited<ReturnType<typeof originalOf>>
  try {
    file = new File([new Uint8Array(await zipped.read())], name)
    kept = await originalOf(file)
  } catch {
    return unread('no_picture')
  }
  if (!kept.ok) return unread(kept.refusal.message)
  const digest = createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex')
  return { name, problem: null, digest, original: await storeOriginal(db, kept.value) }
}

const claimedSchema = z.object({ place: z.number(), name: z.string(), original: z.string(), crop: z.enum(CROPS) })

/**
 * Begins to add the pictures of an archive, or goes on with it, after the response. What this process doesn't get done can be gone on with
 * by any other: a picture is claimed before it is made, and settled with the change of its product.
 */
export async function addPictures(context: RequestContext, { db }: Desk, id: string): Promise<Result<null, string>> {
  const begun = await change(db, 'desk_begin_archive', { id })
  if (begun.ok)
    inBackground(context, 'pictures of an archive not added', async () => {
      while (!context.stopping.aborted) {
        const claimed = await read(db, 'desk_claim_picture', { id }, claimedSchema.nullable())
        if (!claimed) return
        await addPicture(context, db, id, claimed)
      }
    })
  return begun
}

async function addPicture(
  context: RequestContext,
  db: Operator['db'],
  id: string,
  { place, name, original, crop }: z.infer<typeof claimedSchema>,
): Promise<void> {
  const settle = (outcome: { url?: string; focus?: string | null; problem?: string }) =>
    read(db, 'desk_settle_picture', { id, place, url: null, focus: null, problem: null, ...outcome }, z.boolean())
  const bytes = await readOriginal(db, original)
  const made = bytes ? await cropPicture(new File([new Uint8Array(bytes)], name), crop) : null
  if (!made?.ok) {
    await settle({ problem: made?.refusal.message ?? 'no_picture' })
    return
  }
  const url = await storeProductPicture(db, made.value.picture)
  if (await settle({ url, focus: made.value.focus })) makeAllSizes(context, [{ url, body: made.value.picture }])
}
