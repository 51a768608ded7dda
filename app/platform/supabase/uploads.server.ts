import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { PicturesBusy, workOnPicture } from '../images.server'
import { keyOf, rateLimit, type Limits } from '../rate-limits.server'
import { refuse, succeed, type Result } from '../result'
import { HOUR } from '../time'
import type { Backend } from './clients.server'

/** Files that one shopper may upload, in whichever room. */
const UPLOADS = rateLimit('uploads', 20, HOUR)
/** Files that one shopper may have looked at, refused ones included, since looking at one costs as much as storing it. */
const UPLOAD_TRIES = rateLimit('upload tries', 60, HOUR)

/** Counts an upload. Returns how many seconds to wait, or null if it may go on. */
export async function takeUpload(limits: Limits, shopper: { id: string }): Promise<number | null> {
  const key = keyOf.shopper(shopper)
  return (await limits.take(UPLOAD_TRIES, key)) ?? (await limits.take(UPLOADS, key))
}

/** Uncounts an upload of which nothing was stored. */
export function returnUpload(limits: Limits, shopper: { id: string }): Promise<void> {
  return limits.giveBack(UPLOADS, keyOf.shopper(shopper))
}

const KINDS = new Set(['jpeg', 'png', 'webp'])
const MOST_BYTES = 5 * 1024 * 1024
const MOST_PIXELS = 40_000_000
const LONGEST_SIDE = 1600

/** Why an uploaded file was refused, in words for the shopper. */
export interface UploadRefusal {
  message: string
  /** Whether it is a picture, but a larger one than is read. */
  isTooLarge?: true
}

/**
 * A picture made anew from what was uploaded: told by its content, never its name; turned upright, at most 1600 pixels
 * a side, without metadata. Refuses anything but JPEG, PNG and WebP up to 5 MB.
 */
export async function readPicture(file: File): Promise<Result<Buffer, UploadRefusal>> {
  if (file.size > MOST_BYTES) return refuse({ message: 'Pictures may have 5 MB each.', isTooLarge: true })
  const bytes = Buffer.from(await file.arrayBuffer())
  try {
    return await workOnPicture(() => makeAnew(bytes))
  } catch (error) {
    if (error instanceof PicturesBusy)
      return refuse({ message: 'Many pictures are arriving just now. Please try again in a minute.' })
    // sharp throws the same kind of error for whatever is wrong with the bytes.
    return refuse({ message: 'This file is not a picture we can read.' })
  }
}

async function makeAnew(bytes: Buffer): Promise<Result<Buffer, UploadRefusal>> {
  // The header alone is read here, so that a picture's size can be told before anything is decoded.
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!KINDS.has(format)) return refuse({ message: 'Only JPEG, PNG and WebP pictures can be uploaded.' })
  if (width * height > MOST_PIXELS) return refuse({ message: tooManyPixels(width * height), isTooLarge: true })
  const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  const made = await picture
    .rotate()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
  return succeed(made)
}

function tooManyPixels(pixels: number): string {
  return `This picture has ${Math.ceil(pixels / 1e6)} megapixels. Pictures may have ${MOST_PIXELS / 1e6} at most.`
}

/**
 * Stores a shopper's profile picture and returns its path. Each has a name of its own, so that it can be cached for good
 * and no address names a version that was never uploaded.
 */
export async function storeProfilePicture(db: Backend, shopperId: string, picture: Buffer): Promise<string> {
  const path = `profilePictures/${shopperId}-${Date.now()}.webp`
  const { error } = await db.storage.from('files').upload(path, picture, { contentType: 'image/webp' })
  if (error) throw new Error(`Not stored: ${error.message}`, { cause: error })
  return path
}

/** Removes files; any that aren't there count as removed. */
export async function removeFiles(db: Backend, paths: string[]): Promise<void> {
  const { error } = await db.storage.from('files').remove(paths)
  if (error) throw new Error(`Not removed: ${error.message}`, { cause: error })
}

/** Stores a picture in a folder of the bucket `files` under a name of the server's making; answers its path. */
export async function storePicture(db: Backend, folder: 'review-images', picture: Buffer): Promise<string> {
  const path = `${folder}/${randomUUID()}.webp`
  const { error } = await db.storage.from('files').upload(path, picture, { contentType: 'image/webp' })
  if (error) throw new Error(`Not stored: ${error.message}`, { cause: error })
  return path
}

/** A file ready for storage. */
export interface Attachment {
  bytes: Buffer
  type: 'image/webp' | 'application/pdf'
  ending: 'webp' | 'pdf'
}

const PDF_BEGINNING = '%PDF-'

/**
 * What somebody attaches to a message: a picture, made anew as `readPicture` does, or a PDF, both told by their content.
 * Refuses anything else and above 5 MB (document 2, section 5).
 */
export async function readAttachment(file: File): Promise<Result<Attachment, UploadRefusal>> {
  if (file.size > MOST_BYTES) return refuse({ message: 'File size should not exceed 5MB' })
  const bytes = Buffer.from(await file.arrayBuffer())
  if (bytes.subarray(0, PDF_BEGINNING.length).toString('latin1') === PDF_BEGINNING)
    return succeed({ bytes, type: 'application/pdf', ending: 'pdf' })
  const picture = await readPicture(file)
  if (picture.ok) return succeed({ bytes: picture.value, type: 'image/webp', ending: 'webp' })
  if (picture.refusal.isTooLarge) return picture
  return refuse({ message: 'Only pictures (JPEG, PNG, WebP) and PDF files can be attached.' })
}

const ALREADY_THERE = '409'

/**
 * Stores a file of a conversation under `name`, a UUID; answers its path. Stored again under the same name, the first
 * stays.
 */
export async function storeAttachment(
  db: Backend,
  conversation: string,
  name: string,
  { bytes, type, ending }: Attachment,
): Promise<string> {
  const path = `chat-attachments/${conversation}/${name}.${ending}`
  const { error } = await db.storage.from('files').upload(path, bytes, { contentType: type })
  const isStored = error && 'statusCode' in error && error.statusCode === ALREADY_THERE
  if (error && !isStored) throw new Error(`Not stored: ${error.message}`, { cause: error })
  return path
}

/** A link to a private file that ends after a minute; null when the file isn't there for whom `db` speaks. */
export async function signFile(db: Backend, path: string): Promise<string | null> {
  const { data, error } = await db.storage.from('files').createSignedUrl(path, 60)
  if (!error) return data.signedUrl
  if ('status' in error && Number(error.status) < 500) return null
  throw new Error(`Not signed: ${error.message}`, { cause: error })
}
