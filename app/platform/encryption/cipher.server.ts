import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey, secretsOf, type Secrets } from './keyed-hash.server'

const ALGORITHM = 'aes-256-gcm'
const [NONCE_BYTES, TAG_BYTES] = [12, 16] as const

/**
 * Encrypts small texts with a key of its own for each purpose, so that nothing can be read as something else. It is Node's own, which is
 * quick: each page of a known visitor reads five cookies.
 */
export class Cipher {
  /** The current key, and the previous one while the secret is rotated. */
  #keys: Buffer[]

  constructor(secrets: Secrets, purpose: string) {
    this.#keys = secretsOf(secrets).map((secret) => deriveKey(secret, purpose))
  }

  /** Returns a text as encrypted bytes in base64url. */
  encrypt(text: string | Buffer): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#keys[0] ?? '', nonce)
    const encrypted = [cipher.update(text), cipher.final()]
    return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]).toString('base64url')
  }

  /** Returns the text, or null if it was changed, or encrypted for another purpose or with another secret. */
  decrypt(encrypted: string): string | null {
    const bytes = Buffer.from(encrypted, 'base64url')
    const start = NONCE_BYTES + TAG_BYTES
    if (bytes.length < start) return null
    for (const key of this.#keys) {
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, start))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]).toString()
      } catch {
        // It isn't of this key.
      }
    }
    return null
  }
}
