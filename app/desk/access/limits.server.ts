import type { GuessLimits } from '~/account/limits.server'
import { rateLimit } from '~/platform/rate-limits.server'
import { HOUR, MINUTE } from '~/platform/time'

export const DESK_SIGN_INS: GuessLimits = {
  perSource: rateLimit('desk sign-ins', 5, 15 * MINUTE),
  perAccount: rateLimit('desk sign-ins of one account', 20, 15 * MINUTE),
  underAttack: rateLimit('desk sign-ins under attack', 1, 10 * MINUTE),
}
export const DESK_CODES: GuessLimits = {
  perSource: rateLimit('desk codes', 5, 15 * MINUTE),
  perAccount: rateLimit('desk codes of one account', 20, 15 * MINUTE),
  underAttack: rateLimit('desk codes under attack', 1, 10 * MINUTE),
}
/** Auth accepts a code for a minute and a half. Who looked over a shoulder can't use it a second time. */
export const ONE_USE = rateLimit('uses of a desk code', 1, 3 * MINUTE)
/** Mails to one person who is invited. */
export const INVITATIONS = rateLimit('invitations to the desk', 5, HOUR)
