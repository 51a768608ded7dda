import type { Needs } from '~/platform/context.server'
import { keyOf, type LimitKey } from '~/platform/rate-limits.server'
import type { GuessLimits } from '../limits.server'
import { normalizePhone } from '~/phone/phone'

/** An attempt at the password or code of an account. */
export interface Guess {
  account: LimitKey
  /** The network, or a browser that has logged in to the account before. */
  source: LimitKey
  isKnownBrowser: boolean
}

export function accountKey(emailOrPhone: string): LimitKey {
  const phone = emailOrPhone.includes('@') ? null : normalizePhone(emailOrPhone)
  return phone ? keyOf.phone(phone) : keyOf.email(emailOrPhone)
}

/**
 * Counts an attempt. Returns how many seconds to wait, or null if it is allowed. Above the limit of the account, each network still gets
 * a few attempts, so that an attacker can only slow the owner down, not lock them out. A browser that the owner has used before isn't
 * slowed down (decision 32).
 */
export async function takeGuess(
  { limits }: Needs<'limits'>,
  rules: GuessLimits,
  { account, source, isKnownBrowser }: Guess,
): Promise<number | null> {
  const both = keyOf.all(account, source)
  const wait = await limits.take(rules.perSource, both)
  if (wait !== null || isKnownBrowser) return wait
  const isUnderAttack = (await limits.take(rules.perAccount, account)) !== null
  return isUnderAttack ? limits.take(rules.underAttack, both) : null
}

export async function forgetGuesses(
  { limits }: Needs<'limits'>,
  rules: GuessLimits,
  { account, source, isKnownBrowser }: Guess,
): Promise<void> {
  const both = keyOf.all(account, source)
  await Promise.all([
    limits.forget(rules.perSource, both),
    limits.forget(rules.underAttack, both),
    isKnownBrowser ? null : limits.giveBack(rules.perAccount, account),
  ])
}
