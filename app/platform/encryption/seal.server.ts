import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { deriveKey, secretsOf, type Secrets } from './keyed-hash.server'

const keyFor = (secret: string, purpose: string) => deriveKey(secret, `seal:${purpose}`)

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
  for (const secret of secretsOf(secrets)) {
    try {
      const rules = { subject, keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
      return (await jwtDecrypt(sealed, keyFor(secret, purpose), rules)).payload.value
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
    }
  }
  return null
}
