import { errors } from 'jose'
import { z } from 'zod'

/** An error of Storage. Its true status is in the body: the response has 400, unless Storage itself failed. */
export class StorageError extends Error {
  status: 400 | 416 | 500
  body: object

  constructor(statusCode: number, code: string, message: string, error = code) {
    super(message)
    this.status = statusCode === 416 || statusCode === 500 ? statusCode : 400
    this.body = { statusCode: String(statusCode), error, message, code }
  }
}

export const noObject = () => new StorageError(404, 'NoSuchKey', 'Object not found', 'not_found')
export const noBucket = () => new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const noAccess = (reason: string) => new StorageError(403, 'AccessDenied', reason, 'Unauthorized')
export const noSuchType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${type} is not supported`, 'invalid_mime_type')
export const tooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', 'Payload too large')
export const badKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`)
export const badRange = () => new StorageError(416, 'InvalidRange', 'invalid range provided', 'invalid_range')
export const badRequest = (reason: string, error = 'Error') => new StorageError(400, 'InvalidRequest', reason, error)
const isStored = () => new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', 'Duplicate')

/** Returns what an error is to a client of Storage. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof errors.JOSEError) return new StorageError(400, 'InvalidJWT', error.message)
  if (error instanceof z.ZodError || error instanceof SyntaxError) return badRequest(error.message)
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === '23505') return isStored()
  if (code === '42501') return noAccess('new row violates row-level security policy')
  console.error('Storage', error)
  return new StorageError(500, 'InternalError', 'Internal Server Error', 'Internal')
}
