import { createHash } from 'node:crypto'
import { z } from 'zod'
import { inBackground } from '~/platform/attempt.server'
import type { RequestContext } from '~/platform/context.server'
import { AnswerTooLong, askPublicServer, NotPublic } from '~/platform/ask-server.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { counted, cutText } from '~/platform/text'
import type { Operator } from '../../access/operator.server'
import { change, type Desk, make, read } from '../../desk.server'
import { fromCell } from '../../csv'
import { type FileBudget, readRows } from '../../import/read-file.server'
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

/** Whether a file was added by the system that made the archive. */
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
  const digest = await digestOf(file)
  return { name, problem: null, digest, original: await storeOriginal(db, kept.value) }
}

/** The headings of a file of addresses; spaces and capitals don't matter. */
const COLUMNS = { article: 'articlenumber', color: 'colour', pictures: 'pictures' } as const
const TABLE: FileBudget = { rows: 20_000, cells: 2_000_000, characters: 15_000_000 }
const MAX_ADDRESS = 1_000

/** Keeps the addresses of pictures that a file has, and matches them with products. Returns the archive's ID; refuses in words for the operator. */
export async function storeAddresses({ db }: Desk, file: File, crop: Crop): Promise<Result<string, string>> {
  let places: Record<keyof typeof COLUMNS, number> | null = null
  const files = []
  for await (const row of readRows(file, TABLE)) {
    if (!row.ok) return row
    const { cells } = row.value
    if (places === null) {
      const at = (name: string) => cells.findIndex((cell) => cell.toLowerCase().replace(/\s+/g, '') === name)
      places = { article: at(COLUMNS.article), color: at(COLUMNS.color), pictures: at(COLUMNS.pictures) }
      if (places.article === -1 || places.pictures === -1)
        return refuse('The first row needs the headings “Article number” and “Pictures”.')
      continue
    }
    const [article = '', color = ''] = [fromCell(cells[places.article] ?? ''), cells[places.color]]
    const addresses = (cells[places.pictures] ?? '').split(/\s+/).filter(Boolean)
    for (const [index, address] of addresses.entries()) {
      const name = cutText([article, color, index + 1].filter(Boolean).join('_'), 190)
      const isAddress = address.length <= MAX_ADDRESS && /^https?:\/\/[^/]/i.test(address) && URL.canParse(address)
      const named = isAddress
        ? { name: `${name}.jpg`, address: new URL(address).href }
        : { name: cutText(address, 200) }
      files.push({ problem: isAddress ? null : 'no_address', ...named })
    }
    if (files.length > MAX_PICTURES) return refuse(`It has more than ${MAX_PICTURES} addresses. Please divide it.`)
  }
  if (files.length === 0) return refuse('The file has no addresses of pictures.')
  return make(db, 'desk_store_archive', { file: cutText(file.name, -200) || 'pictures.csv', crop, files })
}

const claimedSchema = z.object({
  place: z.number(),
  name: z.string(),
  original: z.string().nullable(),
  address: z.string().nullable(),
  crop: z.enum(CROPS),
})

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
  { place, name, original, address, crop }: z.infer<typeof claimedSchema>,
): Promise<void> {
  const settle = (outcome: {
    url?: string
    focus?: string | null
    problem?: string
    original?: string
    digest?: string
  }) => {
    const none = { url: null, focus: null, problem: null, original: null, digest: null }
    return read(db, 'desk_settle_picture', { id, place, ...none, ...outcome }, z.boolean())
  }
  const file = address === null ? await readKept(db, original, name) : await fetchPicture(address)
  if (!file.ok) return void (await settle({ problem: file.refusal }))
  const made = await cropPicture(file.value, crop)
  if (!made.ok) return void (await settle({ problem: made.refusal.message }))
  const { picture, focus } = made.value
  const fetched = address === null ? {} : await keepFetched(db, file.value)
  const url = await storeProductPicture(db, picture)
  if (await settle({ url, focus, ...fetched })) makeAllSizes(context, [{ url, body: picture }])
}

async function readKept(db: Operator['db'], original: string | null, name: string): Promise<Result<File, string>> {
  const bytes = original === null ? null : await readOriginal(db, original)
  return bytes ? succeed(new File([new Uint8Array(bytes)], name)) : refuse('no_picture')
}

/** A picture that `cropPicture` has taken. */
async function keepFetched(db: Operator['db'], file: File): Promise<{ original?: string; digest: string }> {
  const kept = await originalOf(file)
  return { digest: await digestOf(file), ...(kept.ok && { original: await storeOriginal(db, kept.value) }) }
}

const digestOf = async (file: File) =>
  createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex')

/** Fetches a picture from a public address. Refuses with a problem of archive-words.ts. */
export async function fetchPicture(address: string, ask = askPublicServer): Promise<Result<File, string>> {
  try {
    const { bytes } = await ask(address, { types: ['image/'], maxBytes: BUDGET.fileBytes })
    return bytes ? succeed(new File([bytes], 'picture')) : refuse('no_picture_there')
  } catch (error) {
    if (error instanceof NotPublic) return refuse('not_public')
    return refuse(error instanceof AnswerTooLong ? 'too_large_there' : 'no_answer_there')
  }
}
