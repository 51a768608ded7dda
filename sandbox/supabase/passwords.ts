import bcrypt from 'bcryptjs'
import { authError, json } from './auth-responses.ts'
import { readConfig } from './config.ts'

const { minimum_password_length: MIN_LENGTH } = readConfig().auth
/** bcrypt reads no further. */
const MAX_BYTES = 72

/** bcrypt's cost of a new password: 10 as in the hosted service. The tests set less by this variable, which lite reads too. */
const COST = Number(process.env.LITE_AUTH_BCRYPT_COST ?? 10)

/** A hash that no password has, which takes as long to compare as a new one. */
const NO_HASH = `$2b$${String(COST).padStart(2, '0')}$`.padEnd(60, 'x')

/** Returns the error response for a new password that is too short or too long. */
export function refusePassword(password: string): Response | undefined {
  if (Buffer.byteLength(password) > MAX_BYTES)
    return authError(400, 'validation_failed', `Password cannot be longer than ${MAX_BYTES} characters`)
  if (Buffer.byteLength(password) >= MIN_LENGTH) return undefined
  const msg = `Password should be at least ${MIN_LENGTH} characters.`
  return json(422, { code: 422, error_code: 'weak_password', msg, weak_password: { reasons: ['length'] } })
}

export const hashPassword = (password: string): Promise<string> => bcrypt.hash(password, COST)

/** Whether a password has this hash. Takes as long without a hash, so that it doesn't tell whether there is one. */
export const isPassword = (password: string, hash: string | null | undefined): Promise<boolean> =>
  bcrypt.compare(password, hash || NO_HASH)
