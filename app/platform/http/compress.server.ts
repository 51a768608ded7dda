import type { MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/compress'
import { chooseEncoding, compressed } from './encoding.server'

const WORTH_IT_BYTES = 1024
const texts = new WeakMap<Response, string>()

/** Creates a response whose text `compress` can take as it is, past the web stream that a body is otherwise read through. */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init)
  texts.set(response, text)
  return response
}

/** Compresses a response for a client that takes it. Hand-written, since Hono's middleware has no Brotli and sends no length. */
export const compress: MiddlewareHandler = async (c, next) => {
  await next()
  const response = c.res
  const type = response.headers.get('content-type') ?? ''
  if (!response.body || type.startsWith('text/event-stream') || response.headers.has('content-encoding')) return
  if (!COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) && !type.startsWith('text/x-script')) return
  const text = texts.get(response)
  const plain = text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text)
  const headers = new Headers(response.headers)
  headers.append('Vary', 'Accept-Encoding')
  const encoding = plain.length > WORTH_IT_BYTES ? chooseEncoding(c.req.header('accept-encoding')) : 'identity'
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  const body = await compressed(plain, encoding, 'once')
  headers.set('Content-Length', String(body.length))
  c.res = undefined
  c.res = new Response(new Uint8Array(body), { status: response.status, statusText: response.statusText, headers })
}
