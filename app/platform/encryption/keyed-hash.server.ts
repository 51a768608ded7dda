import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../env.server'

export type Secrets = Pick<Settings, 'SESSION_SECRET' | 'PREVIOUS_SESSION_SECRET'>

const KEY_BYTES = 32
/** 128 bits can't be guessed, and are short enough for an SMS. */
const TOKEN_BYTES = 16

/** Returns the current secret, and the previous one while it is rotated. */
export function secretsOf({
  SESSION_SECRET: current,
  PREVIOUS_SESSION_SECRET: previous,
}: Secrets): [string, ...string[]] {
  return previous === undefined ? [current] : [current, previous]
}

/** Derives a key for one purpose, so that nothing can be read as something else. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
}

/** Returns the keyed hash (HMAC-SHA256) of a text. */
export function keyedHash(secret: string, purpose: string, text: string): Buffer {
  return createHmac('sha256', deriveKey(secret, purpose)).update(text).digest()
}

function tokenBy(secret: string, purpose: string, text: string): string {
  return keyedHash(secret, purpose, text).subarray(0, TOKEN_BYTES).toString('base64url')
}

/** Returns the token of a text, which only this shop can make. */
export function tokenOf({ SESSION_SECRET }: Secrets, purpose: string, text: string): string {
  return tokenBy(SESSION_SECRET, purpose, text)
}

/** Returns the tokens of a text by the current secret and the previous one, to find what is stored by its token. */
export function tokensOf(secrets: Secrets, purpose: string, text: string): string[] {
  return secretsOf(secrets).map((secret) => tokenBy(secret, purpose, text))
}

/** Whether a token is this text's, by the current secret or the previous one. */
export function isTokenOf(secrets: Secrets, purpose: string, text: string, token: string): boolean {
  const given = Buffer.from(token)
  return tokensOf(secrets, purpose, text).some((one) => {
    const expected = Buffer.from(one)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}
