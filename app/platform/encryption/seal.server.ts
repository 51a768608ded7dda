import { hkdfSync } from 'node:crypto'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import type { Settings } from '../env.server'

type Secrets = Pick<Settings, 'SESSION_SECRET' | 'PREVIOUS_SESSION_SECRET'>

/** Derives a separate key for each purpose, so that a value sealed for one purpose can't be opened for another. */
function keyFor(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', `seal:${purpose}`, 32))
}

/** Encrypts a small value for a cookie (AES-256-GCM). `unseal` needs the same purpose and subject, within `lifetime` milliseconds. */
export function seal(
  secrets: Secrets,
  purpose: string,
  subject: string,
  value: Record<string, string>,
  lifetime: number,
): Promise<string> {
  return new EncryptJWT({ value })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setSubject(subject)
    .setExpirationTime(new Date(Date.now() + lifetime))
    .encrypt(keyFor(secrets.SESSION_SECRET, purpose))
}

/** Decrypts a sealed value. Returns null if it is invalid, expired, or sealed for another purpose or subject. */
export async function unseal(secrets: Secrets, purpose: string, subject: string, sealed: string): Promise<unknown> {
  for (const secret of [secrets.SESSION_SECRET, secrets.PREVIOUS_SESSION_SECRET]) {
    if (secret === undefined) continue
    try {
      const rules = { subject, keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
      return (await jwtDecrypt(sealed, keyFor(secret, purpose), rules)).payload.value
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
    }
  }
  return null
}
