import { randomUUID } from 'node:crypto'
import { keyOf, rateLimit, type Limits } from '../rate-limits.server'
import { refuse, succeed, type Result } from '../result'
import { HOUR } from '../time'
import {
  MAX_MEGABYTES,
  MEGABYTE,
  readPicture,
  type PictureFileFormat,
  type UploadRefusal,
} from '../http/uploaded-picture.server'
import type { Backend } from './clients.server'

/** Uploads of one shopper, in all rooms. */
const UPLOADS = rateLimit('uploads', 20, HOUR)
/** Uploads including refused ones: checking a file costs as much as storing it. */
const UPLOAD_ATTEMPTS = rateLimit('upload tries', 60, HOUR)

/** Counts an upload. Returns how many seconds to wait, or null if it is allowed. */
export async function takeUpload(limits: Limits, shopper: { id: string }): Promise<number | null> {
  const key = keyOf.shopper(shopper)
  return (await limits.take(UPLOAD_ATTEMPTS, key)) ?? (await limits.take(UPLOADS, key))
}

/** Takes back a counted upload that wasn't stored. */
export function returnUpload(limits: Limits, shopper: { id: string }): Promise<void> {
  return limits.giveBack(UPLOADS, keyOf.shopper(shopper))
}

/** Stores a shopper's profile picture and returns its path. Each upload gets a new name, so that it can be cached for ever. */
export async function storeProfilePicture(db: Backend, shopperId: string, picture: Buffer): Promise<string> {
  const path = `profilePictures/${shopperId}-${Date.now()}.webp`
  const { error } = await db.storage.from('files').upload(path, picture, { contentType: 'image/webp' })
  if (error) throw new Error(`Not stored: ${error.message}`, { cause: error })
  return path
}

/** Removes files of a bucket. Missing files count as removed. */
export async function removeFiles(db: Backend, paths: string[], bucket = 'files'): Promise<void> {
  const { error } = await db.storage.from(bucket).remove(paths)
  if (error) throw new Error(`Not removed: ${error.message}`, { cause: error })
}

/** Stores a picture in a folder of the bucket `files` under a random name and returns its path. */
export async function storePicture(
  db: Backend,
  folder: 'review-images' | 'return-photos',
  picture: Buffer,
): Promise<string> {
  const path = `${folder}/${randomUUID()}.webp`
  const { error } = await db.storage.from('files').upload(path, picture, { contentType: 'image/webp' })
  if (error) throw new Error(`Not stored: ${error.message}`, { cause: error })
  return path
}

/** Stores a product's picture under a random name in the public bucket, with an operator's rights. Returns the path of its public URL. */
export async function storeProductPicture(db: Backend, picture: Buffer): Promise<string> {
  const path = `${randomUUID()}.webp`
  const { error } = await db.storage.from('products').upload(path, picture, { contentType: 'image/webp' })
  if (error) throw new Error(`Not stored: ${error.message}`, { cause: error })
  return `/storage/v1/object/public/products/${path}`
}

/** Stores the file that a product's picture is made from under a random name in its private bucket, and returns its path. */
export async function storeOriginal(db: Backend, bytes: Buffer, format: PictureFileFormat): Promise<string> {
  const path = `${randomUUID()}.${format === 'jpeg' ? 'jpg' : format}`
  const { error } = await db.storage.from('originals').upload(path, bytes, { contentType: `image/${format}` })
  if (error) throw new Error(`Not stored: ${error.message}`, { cause: error })
  return path
}

/** Returns an original, or null if it is missing or `db` has no access to it. */
export async function readOriginal(db: Backend, path: string): Promise<Buffer | null> {
  const { data, error } = await db.storage.from('originals').download(path)
  if (data) return Buffer.from(await data.arrayBuffer())
  if (Number(('status' in error && error.status) || 500) < 500) return null
  throw new Error(`Original not read: ${error.message}`, { cause: error })
}

/** A file ready for storage. */
export interface Attachment {
  bytes: Buffer
  type: 'image/webp' | 'application/pdf'
  ending: 'webp' | 'pdf'
}

const PDF_SIGNATURE = '%PDF-'

/** Reads the attachment of a chat message: a PDF, or a picture, which is re-encoded. Refuses other types and files above 5 MB (CT-44). */
export async function readAttachment(file: File): Promise<Result<Attachment, UploadRefusal>> {
  if (file.size > MAX_MEGABYTES * MEGABYTE) return refuse({ message: 'File size should not exceed 5MB' })
  const bytes = Buffer.from(await file.arrayBuffer())
  if (bytes.subarray(0, PDF_SIGNATURE.length).toString('latin1') === PDF_SIGNATURE)
    return succeed({ bytes, type: 'application/pdf', ending: 'pdf' })
  const picture = await readPicture(file)
  if (picture.ok) return succeed({ bytes: picture.value, type: 'image/webp', ending: 'webp' })
  if (picture.refusal.isTooLarge) return picture
  return refuse({ message: 'Only pictures (JPEG, PNG, WebP) and PDF files can be attached.' })
}

const ALREADY_EXISTS = '409'

/** Stores an attachment under `name`, a UUID, and returns its path. If the name exists, the stored file stays. */
export async function storeAttachment(
  db: Backend,
  conversation: string,
  name: string,
  { bytes, type, ending }: Attachment,
): Promise<string> {
  const path = `chat-attachments/${conversation}/${name}.${ending}`
  const { error } = await db.storage.from('files').upload(path, bytes, { contentType: type })
  const isStored = error && 'statusCode' in error && error.statusCode === ALREADY_EXISTS
  if (error && !isStored) throw new Error(`Not stored: ${error.message}`, { cause: error })
  return path
}

/** Returns a link to a private file that expires after a minute, or null if `db` has no access to the file. */
export async function signFile(db: Backend, path: string): Promise<string | null> {
  const { data, error } = await db.storage.from('files').createSignedUrl(path, 60)
  if (!error) return data.signedUrl
  if ('status' in error && Number(error.status) < 500) return null
  throw new Error(`Not signed: ${error.message}`, { cause: error })
}
