import {
  FormDataParseError,
  MaxFilesExceededError,
  parseFormData,
  type ParseFormDataOptions,
} from '@remix-run/form-data-parser'
import { cleanText, storable } from '../../text'
import { MINUTE, SECOND } from '../../time'

/** The request body is refused with this status. */
export class BodyRefused extends Error {
  override name = 'BodyRefused'
  status: 400 | 408 | 413 | 415

  constructor(status: BodyRefused['status'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

const KB = 1024
const MB = KB * KB
/** Fields of one form. The largest form of the shop has about twenty. */
export const MAX_FIELDS = 200
const MAX_NAME_LENGTH = 64
/** Letters, digits, dots, hyphens and underscores, and at most one index of two digits. */
const NAME = /^[\w.-]+(?:\[\d{0,2}\][\w.-]*)?$/
/** Names that a parser of nested names could resolve to Object.prototype. */
const PROTOTYPE = /(^|\.)(__proto__|constructor|prototype)(\.|\[|$)/
const MAX_FORM_BYTES = 64 * KB
export const MAX_MULTIPART_BYTES = 16 * MB
const MAX_RAW_BYTES = 16 * KB

const MULTIPART: ParseFormDataOptions = {
  maxParts: MAX_FIELDS,
  maxHeaderSize: 4 * KB,
  maxFiles: 8,
  // Forms refuse pictures above 5 MB with better messages.
  maxFileSize: 15 * MB,
  maxTotalSize: MAX_MULTIPART_BYTES,
}

/** The minimum speed of a request body. */
interface Pace {
  /** Milliseconds before the rate is checked. */
  grace: number
  bytesPerSecond: number
  /** Milliseconds for the whole body. */
  total: number
}
const FORM_PACE: Pace = { grace: 5 * SECOND, bytesPerSecond: 1 * KB, total: 15 * SECOND }
/** A photo of 5 MB takes two and a half minutes at 32 kB per second. */
const UPLOAD_PACE: Pace = { grace: 5 * SECOND, bytesPerSecond: 4 * KB, total: 4 * MINUTE }

/** Whether a request may hold files. */
export function isMultipart(headers: Headers): boolean {
  return /^multipart\/form-data\b/i.test(headers.get('content-type') ?? '')
}

/** Browsers post each line break as two characters, but count one against a field's `maxlength` (HTML, form submission). */
const BREAKS = /\r\n?/g

/** The names of fields for passwords, which are never cleaned, and never sent back. */
export const PASSWORD_FIELDS: readonly string[] = ['password', 'current', 'confirmation', 'proof']

/**
 * Reads a posted form with limits for fields, size, nesting and time, and cleans its texts. Throws BodyRefused: 400 for an unreadable form, 408 for a slow
 * one, 413 for one that is too large, 415 for another content type.
 */
export async function readForm(headers: Headers, body: ReadableStream<Uint8Array> | null): Promise<FormData> {
  const length = declaredLength(headers)
  if (!body || length === 0) return new FormData()
  const isUpload = isMultipart(headers)
  const type = headers.get('content-type') ?? ''
  if (!isUpload && !/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new BodyRefused(415, 'Not a form.')
  }
  const limits = isUpload ? MULTIPART : { maxParts: MAX_FIELDS, maxTotalSize: MAX_FORM_BYTES }
  if (length > (limits.maxTotalSize ?? 0)) throw new BodyRefused(413, 'Longer than a form may be.')
  // Media types are case-insensitive (RFC 9110, section 8.3.1), but not for the parser.
  const plainType = type.replace(/^[^;]+/, (name) => name.toLowerCase())
  const form = await parse(
    new Headers({ 'content-type': plainType }),
    atPace(body, isUpload ? UPLOAD_PACE : FORM_PACE),
    limits,
  )
  for (const name of form.keys()) {
    if (name.length > MAX_NAME_LENGTH || !NAME.test(name) || PROTOTYPE.test(name)) {
      throw new BodyRefused(400, 'A field has a name that no form of the shop has.')
    }
  }
  return cleaned(form)
}

function cleaned(form: FormData): FormData {
  const clean = new FormData()
  for (const [name, value] of form) {
    if (typeof value !== 'string') clean.append(name, value)
    else clean.append(name, PASSWORD_FIELDS.includes(name) ? storable(value) : cleanText(value.replace(BREAKS, '\n')))
  }
  return clean
}

/** Reads the raw body of a webhook. Throws BodyRefused. */
export async function readRaw(headers: Headers, body: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  if (declaredLength(headers) > MAX_RAW_BYTES) throw new BodyRefused(413, 'Longer than a notification may be.')
  if (!body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of atPace(body, FORM_PACE)) {
    bytes += chunk.length
    if (bytes > MAX_RAW_BYTES) throw new BodyRefused(413, 'Longer than a notification may be.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function declaredLength(headers: Headers): number {
  const length = headers.get('content-length')
  return length === null ? NaN : Number(length)
}

async function parse(headers: Headers, body: ReadableStream<Uint8Array>, limits: ParseFormDataOptions) {
  // A streamed body requires `duplex` (Fetch standard, RequestInit), which Node's types lack.
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  try {
    return await parseFormData(new Request('http://form.invalid/', init), limits)
  } catch (error) {
    const cause = error instanceof FormDataParseError && error.cause ? error.cause : error
    if (cause instanceof BodyRefused) throw cause
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'MaxPartsExceededError') throw new BodyRefused(400, 'More fields than a form may have.', { cause })
    if (cause instanceof MaxFilesExceededError || /^Max\w+SizeExceeded/.test(name)) {
      throw new BodyRefused(413, 'Larger than a form may be.', { cause })
    }
    throw new BodyRefused(400, 'This form can’t be read.', { cause })
  }
}

/** Passes a body through. Errors with BodyRefused 408 when it is too slow (slowloris attacks). */
function atPace(body: ReadableStream<Uint8Array>, { grace, bytesPerSecond, total }: Pace): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const startedAt = performance.now()
  let received = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const due = Math.min(total, grace + (received / bytesPerSecond) * SECOND)
      const chunk = await before(reader.read(), startedAt + due - performance.now())
      if (chunk.done) return controller.close()
      received += chunk.value.length
      controller.enqueue(chunk.value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

async function before<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BodyRefused(408, 'The body came too slowly.')), Math.max(0, milliseconds))
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
