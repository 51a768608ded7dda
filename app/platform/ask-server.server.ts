import { SECOND } from './time'

interface Question {
  method?: 'GET' | 'POST' | 'PUT'
  headers?: Record<string, string>
  body?: string | URLSearchParams
  /** The media types of which the body is read, such as `application/json` or `text/`. One without a type is read too. */
  types: readonly string[]
  /** Bytes of the body, after it is unpacked. */
  maxBytes: number
}

/** What another server responded. */
export interface Answer {
  status: number
  ok: boolean
  /** Null if it is of another media type than was asked for, or if the response is a redirect. */
  bytes: Uint8Array<ArrayBuffer> | null
  /** The same as a text; '' for null. */
  text: string
}

/** A response had a longer body than was asked for; the rest isn't read. */
export class AnswerTooLong extends Error {
  override name = 'AnswerTooLong'
}

/** For a request with its whole response, in milliseconds. */
const TIMEOUT = 10 * SECOND

/**
 * Sends a request to a server that isn't the shop's own, and reads its response within bounds of time and size. Redirects aren't followed.
 * All requests to others go this way (decision 192). Throws if the server doesn't respond in time, and AnswerTooLong.
 */
export async function askServer(url: string, { types, maxBytes, ...init }: Question): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })
  const { status, ok } = response
  const type = response.headers.get('content-type')?.trim().toLowerCase() ?? ''
  if ((status >= 300 && status < 400) || (type && !types.some((one) => type.startsWith(one)))) {
    await response.body?.cancel()
    return { status, ok, bytes: null, text: '' }
  }
  const bytes = await readBytes(response, maxBytes)
  return { status, ok, bytes, text: new TextDecoder().decode(bytes) }
}

async function readBytes({ body }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the body.
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > maxBytes) throw new AnswerTooLong(`The response is longer than ${maxBytes} bytes.`)
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}
