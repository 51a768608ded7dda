import { randomUUID } from 'node:crypto'
import { readPicture, type UploadRefusal } from '../http/uploaded-picture.server'
import { keyOf, rateLimit, type Limits } from '../rate-limits.server'
import { succeed, type Result } from '../result'
import { HOUR } from '../time'
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

const declared = new Set<string>()

/** Declares a bucket of Storage, and returns its name. Rooms do so at module level: the check of the project looks for each. */
export function declareBucket(name: string): string {
  declared.add(name)
  return name
}

export function declaredBuckets(): string[] {
  return [...declared].toSorted()
}

const ALREADY_EXISTS = '409'

/** Whether Storage gave this status in the body, as text. That of the response is 400 to most errors. */
function hasCode(error: Error, code: string): boolean {
  return 'statusCode' in error && error.statusCode === code
}

/** Whether a file is missing or hidden. That a bucket isn't found says nothing of its files: a reader without a valid token finds none. */
function isMissing(error: Error): boolean {
  return hasCode(error, '404') && error.message !== 'Bucket not found'
}

/** Stores a file. Throws if that fails, or if there is a file at this path, unless `mayExist`: then that file stays. */
export async function storeFile(
  db: Backend,
  bucket: string,
  path: string,
  { bytes, type }: { bytes: Buffer; type: string },
  { mayExist = false } = {},
): Promise<void> {
  const { error } = await db.storage.from(bucket).upload(path, bytes, { contentType: type })
  if (error && mayExist && hasCode(error, ALREADY_EXISTS)) return
  if (error) throw new Error(`Not stored: ${error.message}`, { cause: error })
}

/**
 * Stores uploaded pictures, re-encoded, in a folder of a bucket under random names, and returns their paths. Stores none if one is
 * refused.
 */
export async function storePictures(
  db: Backend,
  bucket: string,
  folder: string,
  files: readonly File[],
): Promise<Result<string[], UploadRefusal>> {
  const pictures: Buffer[] = []
  for (const picture of await Promise.all(files.map((file) => readPicture(file)))) {
    if (!picture.ok) return picture
    pictures.push(picture.value)
  }
  const store = async (bytes: Buffer) => {
    const path = `${folder}/${randomUUID()}.webp`
    await storeFile(db, bucket, path, { bytes, type: 'image/webp' })
    return path
  }
  return succeed(await Promise.all(pictures.map((picture) => store(picture))))
}

/** Returns a file, or null if it is missing or `db` has no access to it. */
export async function readFile(db: Backend, bucket: string, path: string): Promise<Buffer | null> {
  const { data, error } = await db.storage.from(bucket).download(path)
  if (data) return Buffer.from(await data.arrayBuffer())
  if (isMissing(error)) return null
  throw new Error(`File not read: ${error.message}`, { cause: error })
}

/** Removes files, of which there may be none. Missing files count as removed. */
export async function removeFiles(db: Backend, bucket: string, paths: readonly string[]): Promise<void> {
  // Storage refuses an empty list.
  if (paths.length === 0) return
  const { error } = await db.storage.from(bucket).remove([...paths])
  if (error) throw new Error(`Not removed: ${error.message}`, { cause: error })
}

/** Returns the path of a public file's URL. */
export function publicPath(bucket: string, path: string): string {
  return `/storage/v1/object/public/${bucket}/${path}`
}

/** Returns a link to a private file that expires after a minute, or null if `db` has no access to the file. */
export async function signFile(db: Backend, bucket: string, path: string): Promise<string | null> {
  const { data, error } = await db.storage.from(bucket).createSignedUrl(path, 60)
  if (!error) return data.signedUrl
  if (isMissing(error)) return null
  throw new Error(`Not signed: ${error.message}`, { cause: error })
}
