import { Hono, type Context } from 'hono'
import { jwtVerify, SignJWT, type JWTPayload } from 'jose'
import { z } from 'zod'
import { claimsReader, SERVICE } from './callers.ts'
import type { SupabaseSettings } from './lite-app.ts'
import type { OpenSupabase } from './open.ts'
import { badRange, badRequest, noAccess, noBucket, StorageError, toStorageError } from './storage-errors.ts'
import { StorageObjects, type Metadata } from './storage-objects.ts'

const expiresIn = z.int().min(1)
const signSchema = z.object({ expiresIn })
const signManySchema = z.object({ expiresIn, paths: z.array(z.string()).min(1) })
const removeSchema = z.object({ prefixes: z.array(z.string()).min(1) })
const listSchema = z.object({
  prefix: z.string(),
  search: z.string().default(''),
  limit: z.int().min(1).default(100),
  offset: z.int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .default({ column: 'name', order: 'asc' }),
})

/** Returns the sandbox's Storage, as far as the shop, its tests and its backups use it. After github.com/supabase/storage. */
export function storageService(open: OpenSupabase, settings: SupabaseSettings) {
  const secret = new TextEncoder().encode(settings.jwtSecret)
  const readClaims = claimsReader(settings)
  const objects = new StorageObjects(open, settings)

  /** Returns the claims of the caller. Throws if there are none, or they are no longer valid. */
  async function callerOf({ req }: Context): Promise<JWTPayload> {
    // The gateway in front of Storage makes the one of the other.
    const token = req.header('authorization')?.replace(/^Bearer /i, '') ?? req.header('apikey')
    if (!token) throw badRequest(`headers must have required property 'authorization'`)
    return readClaims(token).catch((error: Error) => Promise.reject(noAccess(error.message)))
  }

  async function link(bucket: string, path: string, lifetime: number): Promise<string> {
    const url = `${bucket}/${path}`
    const expiresAt = Math.floor(Date.now() / 1000) + lifetime
    const token = await new SignJWT({ url })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(expiresAt)
      .sign(secret)
    return `/object/sign/${url}?token=${token}`
  }

  /** Responds with a file or the asked part of it, or with 304 if the client has it. */
  async function send({ req }: Context, [bucket, path]: [string, string], found: Metadata, expires?: number) {
    const headers = {
      'accept-ranges': 'bytes',
      'content-type': found.mimetype,
      etag: found.eTag,
      'last-modified': new Date(found.lastModified).toUTCString(),
      'x-robots-tag': 'none',
      ...(expires ? { expires: new Date(expires * 1000).toUTCString() } : { 'cache-control': found.cacheControl }),
    }
    const isUnchanged =
      req.header('if-none-match') === found.eTag ||
      Date.parse(found.lastModified) <= Date.parse(req.header('if-modified-since') ?? '')
    if (isUnchanged) return new Response(null, { status: 304, headers })
    const bytes = await objects.read(bucket, path)
    const range = req.header('range')
    const { first, last } = byteRange(range, bytes.length)
    return new Response(bytes.subarray(first, last + 1), {
      status: range === undefined ? 200 : 206,
      headers: {
        ...headers,
        'content-length': String(last + 1 - first),
        ...(range === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${bytes.length}` }),
      },
    })
  }

  const app = new Hono().basePath('/storage/v1')
  app.onError((error, c) => {
    const { status, body } = toStorageError(error)
    return c.json(body, status)
  })
  app.notFound((c) => {
    const message = `Route ${c.req.method}:${c.req.path.replace('/storage/v1', '')} not found`
    return c.json({ message, error: 'Not Found', statusCode: 404 }, 404)
  })

  app.get('/bucket', async (c) => c.json(await objects.buckets(await callerOf(c))))

  app.post('/object/list/:bucket', async (c) =>
    c.json(await objects.list(await callerOf(c), c.req.param('bucket'), listSchema.parse(await c.req.json()))),
  )

  app.post('/object/sign/:bucket', async (c) => {
    const [claims, bucket] = [await callerOf(c), c.req.param('bucket')]
    const { expiresIn: lifetime, paths } = signManySchema.parse(await c.req.json())
    const known = await objects.known(claims, bucket, paths)
    const error = 'Either the object does not exist or you do not have access to it'
    const signed = paths.map(async (path) =>
      known.has(path)
        ? { error: null, path, signedURL: await link(bucket, path, lifetime) }
        : { error, path, signedURL: null },
    )
    return c.json(await Promise.all(signed))
  })

  app.post('/object/sign/:bucket/:path{[^]*}', async (c) => {
    const { bucket, path } = c.req.param()
    const { expiresIn: lifetime } = signSchema.parse(await c.req.json())
    await objects.find(await callerOf(c), bucket, path)
    return c.json({ signedURL: await link(bucket, path, lifetime) })
  })

  app.get('/object/sign/:bucket/:path{[^]*}', async (c) => {
    const { bucket, path } = c.req.param()
    const token = c.req.query('token')
    if (token === undefined) throw badRequest(`querystring must have required property 'token'`)
    const { payload } = await jwtVerify(token, secret)
    if (payload.url !== `${bucket}/${path}`) throw new StorageError(400, 'InvalidSignature', 'Invalid signature')
    return send(c, [bucket, path], await objects.find(SERVICE, bucket, path), payload.exp)
  })

  app.get('/object/public/:bucket/:path{[^]*}', async (c) => {
    const { bucket, path } = c.req.param()
    if (!(await objects.bucket(bucket)).public) throw noBucket()
    return send(c, [bucket, path], await objects.find(SERVICE, bucket, path))
  })

  app.get('/object/:bucket/:path{[^]*}', async (c) => {
    const { bucket, path } = c.req.param()
    const { public: isPublic } = await objects.bucket(bucket)
    // Without a valid token, a private bucket isn't there.
    const claims = isPublic ? SERVICE : await callerOf(c).catch(() => Promise.reject(noBucket()))
    return send(c, [bucket, path], await objects.find(claims, bucket, path))
  })

  app.on(['POST', 'PUT'], '/object/:bucket/:path{[^]*}', async (c) => {
    const { bucket, path } = c.req.param()
    const claims = await callerOf(c)
    const mayReplace = c.req.method === 'PUT' || c.req.header('x-upsert') === 'true'
    const id = await objects.store(claims, bucket, path, { ...(await uploadIn(c)), mayReplace })
    return c.json({ Key: `${bucket}/${path}`, Id: id })
  })

  app.delete('/object/:bucket', async (c) => {
    const { prefixes } = removeSchema.parse(await c.req.json())
    return c.json(await objects.remove(await callerOf(c), c.req.param('bucket'), prefixes))
  })

  return app.fetch
}

/** Reads an upload: the body, or the first file of a form, as clients send a Blob. */
async function uploadIn({ req }: Context) {
  const type = req.header('content-type') ?? 'application/octet-stream'
  if (!type.startsWith('multipart/form-data')) {
    const cacheControl = req.header('cache-control') ?? 'no-cache'
    return { bytes: new Uint8Array(await req.arrayBuffer()), type, cacheControl }
  }
  const form = await req.formData()
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) throw badRequest('No content provided', 'InvalidRequest')
  const maxAge = form.get('cacheControl')
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    type: file.type || 'application/octet-stream',
    cacheControl: typeof maxAge === 'string' ? `max-age=${maxAge}` : 'no-cache',
  }
}

/** Returns the first and last byte of a range, or of the file without one. Throws unless it is one range that begins in the file. */
function byteRange(range: string | undefined, size: number): { first: number; last: number } {
  if (range === undefined) return { first: 0, last: size - 1 }
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (from === '' && Number(to) > 0) return { first: Math.max(size - Number(to), 0), last: size - 1 }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (from === '' || first >= size || last < first) throw badRange()
  return { first, last }
}
