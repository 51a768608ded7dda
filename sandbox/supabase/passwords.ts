import bcrypt from 'bcryptjs'

/** bcrypt's cost of a new password: 10 as in the hosted service. The tests set less by this variable, which lite reads too. */
const COST = Number(process.env.LITE_AUTH_BCRYPT_COST ?? 10)

/** A hash that no password has, which takes as long to compare as a new one. */
const NO_HASH = `$2b$${String(COST).padStart(2, '0')}$`.padEnd(60, 'x')

export const hashPassword = (password: string): Promise<string> => bcrypt.hash(password, COST)

/** Whether a password has this hash. Takes as long without a hash, so that it doesn't tell whether there is one. */
export const isPassword = (password: string, hash: string | null | undefined): Promise<boolean> =>
  bcrypt.compare(password, hash || NO_HASH)
