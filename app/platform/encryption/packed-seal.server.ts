import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import type { CookieDeclaration } from '../cookies.server'
import type { Needs } from '../context.server'
import { seal, unseal } from './seal.server'

/** Browsers drop a cookie above 4,096 bytes. */
const MAX_COOKIE_LENGTH = 4_000
/** Limits decompression. A form of text that fits into the cookie is smaller than this. */
const MAX_BYTES = 16_000

/** Who may open a sealed value, and for how many milliseconds. */
interface Seal {
  purpose: string
  subject: string
  lifetime: number
}

/** Encrypts a value into a cookie (decision 88). Returns its Set-Cookie header, or null if it doesn't fit. */
export async function sealIntoCookie(
  { cookies, settings }: Needs<'cookies' | 'settings'>,
  declaration: CookieDeclaration,
  { purpose, subject, lifetime }: Seal,
  value: unknown,
): Promise<string | null> {
  const json = JSON.stringify(value)
  const packed = deflateRawSync(json).toString('base64url')
  // Encryption is slow, so skip values that can't fit.
  if (packed.length > MAX_COOKIE_LENGTH || Buffer.byteLength(json) > MAX_BYTES) return null
  const sealed = await seal(settings, purpose, subject, { packed }, lifetime)
  const cookie = await cookies.of(declaration).serialize(sealed)
  return cookie.length <= MAX_COOKIE_LENGTH ? cookie : null
}

/** Decrypts the value of a cookie for one of these subjects. Returns null if it is invalid, expired, or for another subject. */
export async function unsealFromCookie(
  { settings }: Needs<'settings'>,
  purpose: string,
  subjects: readonly string[],
  sealed: unknown,
): Promise<unknown> {
  if (typeof sealed !== 'string') return null
  for (const subject of subjects) {
    const opened = z.object({ packed: z.string() }).safeParse(await unseal(settings, purpose, subject, sealed))
    if (!opened.success) continue
    const packed = Buffer.from(opened.data.packed, 'base64url')
    return JSON.parse(inflateRawSync(packed, { maxOutputLength: MAX_BYTES }).toString()) as unknown
  }
  return null
}
