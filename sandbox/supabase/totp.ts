import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes from a shared secret and the time, as authenticator apps show them (TOTP, RFC 6238). */
export const STEP_SECONDS = 30
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns a new secret of 160 bits, in base32. */
export function newSecret(): string {
  return base32(randomBytes(20))
}

/** Encodes bytes in base32 (RFC 4648), without padding. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** Returns the code of a time step: HMAC-SHA-1, six digits (RFC 6238). */
export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export function currentStep(now = Date.now()): number {
  return Math.floor(now / 1000 / STEP_SECONDS)
}

/** Whether a code belongs to the current step or one beside it. */
export function isCode(secret: string, code: string): boolean {
  return [-1, 0, 1].some((away) => {
    const right = codeOf(secret, currentStep() + away)
    return code.length === right.length && timingSafeEqual(Buffer.from(right), Buffer.from(code))
  })
}
