/** A generated request as JSON, so that it can be printed. */
export interface FuzzRequest {
  method: string
  /** Path and query as sent. */
  target: string
  headers: [string, string][]
  cookies: FuzzCookie[]
  body: FuzzBody
  /** The number of the visitor's IP address. */
  address: number
}

/**
 * A cookie: a generated value, or one that the shop set for a user, by number, so that it is the same in another shop. `damage`
 * alters it before it is sent.
 */
export type FuzzCookie =
  | { name: string; value: string }
  | { of: number; cookie: string; sentAs: string; damage: 'none' | 'cut' | 'flipped' | 'unsigned' | 'doubled' }

/** `times` repeats a field or part. */
export interface FuzzField {
  name: string
  value: string
  times: number
}
export interface FuzzPart extends FuzzField {
  filename: string | null
  type: string | null
}

export type FuzzBody =
  | { kind: 'none' }
  | { kind: 'form'; type: string; fields: FuzzField[] }
  | {
      kind: 'multipart'
      parts: FuzzPart[]
      fault: 'none' | 'no end' | 'no boundary' | 'wrong boundary' | 'long header'
    }
  | { kind: 'text'; type: string; text: string; times: number }
  /** Bytes for a raw socket; the rest of the request is ignored. */
  | { kind: 'wire'; lines: string[]; rest: string }

/** Above every limit of the shop; nothing is repeated more often. */
const MAX_REPEATED_BYTES = 2 * 1024 * 1024
const BOUNDARY = '----fuzz'

/** Encodes text as UTF-8, including unpaired surrogates. */
function bytesOf(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text)
  return Buffer.concat(
    [...text].map((character) => {
      const code = character.codePointAt(0) ?? 0
      if (code < 0xd800 || code > 0xdfff) return Buffer.from(character)
      return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)])
    }),
  )
}

/** Percent-encodes everything except letters, digits and a few characters, including unpaired surrogates. */
export function percent(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text
  if (text.isWellFormed()) return encodeURIComponent(text)
  return [...bytesOf(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

/** Returns the body and its content type; null if there is none. */
export function encodeBody(body: FuzzBody): { type: string; bytes: Buffer } | null {
  switch (body.kind) {
    case 'form': {
      const pairs = body.fields.flatMap(({ name, value, times }) =>
        repeated(`${percent(name)}=${percent(value)}`, times),
      )
      return { type: body.type, bytes: Buffer.from(pairs.join('&')) }
    }
    case 'multipart':
      return encodeMultipart(body.parts, body.fault)
    case 'text':
      return { type: body.type, bytes: bytesOf(repeated(body.text, body.times).join('')) }
    default:
      return null
  }
}

function repeated<Piece extends string | Buffer>(piece: Piece, times: number): Piece[] {
  const most = Math.max(1, Math.floor(MAX_REPEATED_BYTES / Math.max(1, piece.length)))
  return Array<Piece>(Math.min(times, most)).fill(piece)
}

function encodeMultipart(parts: FuzzPart[], fault: string): { type: string; bytes: Buffer } {
  const quoted = (text: string) => text.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
  const chunks = parts.flatMap(({ name, value, filename, type, times }) => {
    const head = [
      `--${fault === 'wrong boundary' ? '----other' : BOUNDARY}`,
      `Content-Disposition: form-data; name="${quoted(name)}"${filename === null ? '' : `; filename="${quoted(filename)}"`}`,
      ...(type === null ? [] : [`Content-Type: ${quoted(type)}`]),
      ...(fault === 'long header' ? [`X-Long: ${'x'.repeat(200_000)}`] : []),
    ]
    const part = Buffer.concat([bytesOf(`${head.join('\r\n')}\r\n\r\n`), contentOf(value), Buffer.from('\r\n')])
    return repeated(part, times)
  })
  if (fault !== 'no end') chunks.push(Buffer.from(`--${BOUNDARY}--\r\n`))
  return {
    type: fault === 'no boundary' ? 'multipart/form-data' : `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.concat(chunks),
  }
}

/** Files by name, so that a printed request stays short. */
export const FILES: Record<string, Buffer> = {
  'file:png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  'file:cut png': Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk', 'base64'),
  // Claims to be 60,000 pixels wide and high.
  'file:wide png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAYAAACs5Rl4AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAA',
    'base64',
  ),
  'file:svg': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
  ),
  'file:pdf': Buffer.from('%PDF-1.7\n%%EOF'),
  'file:html': Buffer.from('<script>alert(1)</script>'),
  'file:6 MB': Buffer.alloc(6 * 1024 * 1024, 'x'),
}

function contentOf(value: string): Buffer {
  return Object.hasOwn(FILES, value) ? (FILES[value] ?? Buffer.alloc(0)) : bytesOf(value)
}
