import { rateLimit } from '~/platform/rate-limits.server'
import { HOUR, MINUTE } from '~/platform/time'

/** The limits for attempts at the password or code of an account; see `takeGuess`. */
export interface GuessLimits {
  /** From one network, or from one browser that has logged in to this account before. */
  perSource: ReturnType<typeof rateLimit>
  /** From all sources together. Above it the account counts as under attack. */
  perAccount: ReturnType<typeof rateLimit>
  /** From one network while the account is under attack. */
  underAttack: ReturnType<typeof rateLimit>
}

export const LOGINS: GuessLimits = {
  perSource: rateLimit('logins', 5, 15 * MINUTE),
  perAccount: rateLimit('logins of one account', 25, 15 * MINUTE),
  underAttack: rateLimit('logins under attack', 1, 5 * MINUTE),
}
export const CODES: GuessLimits = {
  perSource: rateLimit('codes', 5, 15 * MINUTE),
  perAccount: rateLimit('codes of one account', 20, 15 * MINUTE),
  underAttack: rateLimit('codes under attack', 1, 10 * MINUTE),
}
// High, since carriers put thousands of people behind one address.
export const LOGINS_PER_NETWORK = rateLimit('logins from one network', 100, 15 * MINUTE)
/** As many as orders, which need an account. */
export const SIGN_UPS_PER_NETWORK = rateLimit('sign-ups from one network', 120, HOUR)
/** Attempts of a signed-in shopper at the password or code of the account. */
export const REAUTHENTICATIONS = rateLimit('proofs', 5, 15 * MINUTE)

// Mails to one recipient, counted across all requesters.
export const CODE_MAILS = rateLimit('code mails', 5, HOUR)
export const PASSWORD_LINK_MAILS = rateLimit('password link mails', 3, HOUR)
export const NEW_EMAIL_MAILS = rateLimit('new e-mail mails', 3, HOUR)
