import type { Needs } from '~/platform/context.server'
import { keyOf, type LimitKey } from '~/platform/rate-limits.server'
import type { GuessLimits } from './limits.server'
import { normalizePhone } from '~/phone/phone'

/** Who tries, at which account. */
export interface Guess {
  account: LimitKey
  /** The network, or a browser that has logged in to the account before. */
  source: LimitKey
  isKnownBrowser: boolean
}

/** The account that an e-mail or phone number names, in one spelling. */
export function accountKey(emailOrPhone: string): LimitKey {
  const phone = emailOrPhone.includes('@') ? null : normalizePhone(emailOrPhone)
  return phone ? keyOf.phone(phone) : keyOf.email(emailOrPhone)
}

/**
 * Counts a try at an account's secret. Returns how many seconds to wait, or null if it may go on. Beyond the account's own
 * limit each network gets few tries but always one, so that strangers slow the owner down and never lock them out; the
 * owner's browser isn't even slowed down.
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

/** Uncounts the tries of somebody who knew the secret. */
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
